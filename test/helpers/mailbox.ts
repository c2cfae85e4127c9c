import { createServer, type Socket } from 'node:net';
import { freePort } from '../../server/db/local-mariadb/index.ts';

/** A mail as the server handed it over. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body, decoded where the test needs it. */
  raw: string;
}

export interface Mailbox {
  /** For SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** Sets how a command is answered, such as `{ 'RCPT TO': '550 no such person' }`; without it, all is accepted. */
  behave(answers: Record<string, string>): void;
  stop(): Promise<void>;
}

/** Starts a mail server on loopback that keeps what it receives. It speaks as much SMTP as a sender needs. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let answers: Record<string, string> = {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: '', to: [], raw: '' };
    let isData = false;
    let rest = '';
    const handle = (line: string): void => {
      if (isData) {
        if (line !== '.') {
          mail.raw += `${line.replace(/^\./, '')}\n`;
          return;
        }
        isData = false;
        mails.push(mail);
        mail = { from: '', to: [], raw: '' };
        say('250 queued');
        return;
      }
      const command = /^(EHLO|HELO|MAIL FROM|RCPT TO|DATA|QUIT|RSET)/i.exec(line)?.[1]?.toUpperCase() ?? '';
      const given = answers[command];
      if (given !== undefined) return void say(given);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (command === 'MAIL FROM') mail.from = address;
      if (command === 'RCPT TO') mail.to.push(address);
      if (command === 'DATA') isData = true;
      say(command === 'DATA' ? '354 go on' : command === '' ? '502 unknown' : '250 ok');
      if (command === 'QUIT') socket.end();
    };
    say('220 mailbox');
    socket.on('data', (bytes) => {
      rest += bytes.toString('utf8');
      const lines = rest.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) handle(line);
    });
  });
  const port = await freePort();
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    behave: (given) => {
      answers = given;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((stopped) => server.close(() => stopped()));
    },
  };
}
