import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../server/admin/run-admin.ts';
import { readConfig } from '../../server/config.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { eventually } from '../helpers/platform.ts';
import {
  bearer,
  call,
  createWorkspace,
  OWNER_PASSWORD,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let mailbox: Mailbox;
let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Switchboard <crm@example.test>',
    PUBLIC_URL: 'https://crm.example.test',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  });
  workspace = await createWorkspace(server);
  const people = [
    { name: 'Ada', email: 'ada@example.test', role: 'admin' },
    { name: 'Stan', email: 'stan@example.test', role: 'staff' },
  ] as const;
  for (const person of people) await workspace.addMember({ ...person, password: OWNER_PASSWORD });
  await sql("UPDATE users SET language = 'pt-BR' WHERE email = 'ada@example.test'");
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

const sql = (text: string, bindings = {}) =>
  server.container.database.run(`/* system: test */ ${text}`, bindings);
const mailsWhere = async (condition: string) => {
  const [row] = await server.container.database.select<{ n: number }>(
    `/* system: test */ SELECT COUNT(*) AS n FROM jobs WHERE kind = 'send_mail' AND state = 0 AND ${condition}`,
  );
  return Number(row?.n);
};
const waiting = () => mailsWhere('TRUE');
/** Those that a worker has tried in vain, and nobody works on now. */
const postponed = () => mailsWhere('last_error IS NOT NULL AND lease_token IS NULL');
/** A mail is here before its job is deleted. */
const allSent = () => eventually(async () => (await waiting()) === 0 || undefined);
const inbox = (address: string) => mailbox.mails.filter(({ to }) => to.includes(address)).map(textOf);

/** Returns the headers that people see, and the body, decoded. */
function textOf({ raw }: { raw: string }): string {
  const [head = '', ...body] = raw.split('\n\n');
  const isQuoted = /quoted-printable/i.test(head);
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(head);
  const text = body.join('\n\n');
  const unfolded = text
    .replace(/=\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'));
  return `${head}\n\n${isBase64 ? Buffer.from(text, 'base64').toString('utf8') : isQuoted ? unfolded : text}`;
}

async function addEndpoint(): Promise<string> {
  const { status, body } = await workspace.dashboard('POST', '/webhook-endpoints', {
    // Nothing listens there.
    url: 'http://127.0.0.1:9/hook',
    events: ['contact.created'],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.endpoint.id;
}

let made = 0;
async function failOnce(): Promise<void> {
  made += 1;
  const body = { phone: `1555018${String(made).padStart(4, '0')}` };
  const headers = bearer(workspace.key);
  expect((await call(`${server.url}/api/v1/contacts`, { method: 'POST', body, headers })).status).toBe(201);
}

describe('mails about a failing endpoint', () => {
  it('go to owners and admins once when it starts to fail, in their language, and when it is disabled', async () => {
    const id = decodeId(await addEndpoint());
    await sql('UPDATE webhook_endpoints SET failures = 4, failing_since = UTC_TIMESTAMP(3) WHERE id = :id', {
      id,
    });
    await failOnce();
    await eventually(async () => inbox('ada@example.test').length === 1 || undefined);
    await eventually(async () => inbox(workspace.email).length === 1 || undefined);
    const [english] = inbox(workspace.email);
    expect(english).toMatch(/^From: Switchboard <crm@example\.test>$/m);
    expect(english).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(english).toContain('Webhook endpoint 127.0.0.1:9 is failing');
    expect(english).toContain('https://crm.example.test/settings/webhooks/whe_');
    expect(inbox('ada@example.test')[0]).toContain('As entregas para 127.0.0.1:9 falham.');
    await allSent();

    // It recovers and fails again on the same day: nobody is mailed again.
    await sql(
      "UPDATE webhook_endpoints SET state = 'active', failures = 4, resting_until = NULL WHERE id = :id",
      {
        id,
      },
    );
    await failOnce();
    await eventually(async () => {
      const [row] = await server.container.database.select<{ state: string }>(
        '/* system: test */ SELECT state FROM webhook_endpoints WHERE id = :id',
        { id },
      );
      return row?.state === 'failing' || undefined;
    });
    expect(await waiting()).toBe(0);

    await sql(
      `UPDATE webhook_endpoints SET failing_since = UTC_TIMESTAMP(3) - INTERVAL 121 HOUR, failing_confirmed = 1,
         resting_until = NULL WHERE id = :id`,
      { id },
    );
    await failOnce();
    await eventually(async () => inbox(workspace.email).length === 2 || undefined);
    expect(inbox(workspace.email)[1]).toContain('Webhook endpoint 127.0.0.1:9 was disabled');
    await allSent();
    expect(inbox('stan@example.test')).toEqual([]);
  });
});

describe('mails about keys', () => {
  it('say when a key expires, and are sent again while the mail server is away', async () => {
    const before = inbox(workspace.email).length;
    mailbox.behave({ 'MAIL FROM': '451 try again later' });
    const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await workspace.dashboard('POST', '/api-keys', { name: 'billing-sync', expiresAt });
    // A job that is due while a worker has it would be taken twice, and its mail sent twice.
    await eventually(async () => {
      for (const worker of server.container.workers) worker.wake?.();
      return (await postponed()) === 2 || undefined;
    });
    mailbox.behave({});
    await sql(
      "UPDATE jobs SET visible_at = UTC_TIMESTAMP(3) WHERE kind = 'send_mail' AND lease_token IS NULL",
    );
    await eventually(async () => {
      for (const worker of server.container.workers) worker.wake?.();
      return inbox(workspace.email).length === before + 1 || undefined;
    });
    const mail = inbox(workspace.email)[before] ?? '';
    expect(mail).toContain('API key billing-sync expires on');
    expect(mail).toContain('https://crm.example.test/settings/api-keys');
    await allSent();
  });

  it('say when a key of the model expires, in each language, a week and a day before, once each', async () => {
    const [english, portuguese] = [inbox(workspace.email).length, inbox('ada@example.test').length];
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const { body } = await workspace.dashboard('POST', '/inference-keys', { name: 'flow-bot', expiresAt });
    const id = decodeId(body.inferenceKey.id);
    const expiresIn = (hours: number) =>
      sql('UPDATE inference_keys SET expires_at = UTC_TIMESTAMP(3) + INTERVAL :hours HOUR WHERE id = :id', {
        hours,
        id,
      });
    const mailed = (count: number) =>
      eventually(async () => {
        for (const worker of server.container.workers) worker.wake?.();
        const isIn = inbox(workspace.email).length >= english + count;
        return (isIn && (await waiting()) === 0) || undefined;
      });
    await expiresIn(24 * 6);
    await mailed(1);
    const mail = inbox(workspace.email)[english] ?? '';
    expect(mail).toContain('Inference key flow-bot expires on');
    expect(mail).toContain('https://crm.example.test/model');
    expect(inbox('ada@example.test')[portuguese]).toContain('Crie outra chave antes disso');
    await expiresIn(20);
    await mailed(2);
    // The round after it finds nothing to warn of.
    const { body: events } = await workspace.dashboard('GET', '/events?since=0');
    expect(JSON.stringify(events).match(/inference_key\.expiring/g)).toHaveLength(2);
    expect(inbox(workspace.email)).toHaveLength(english + 2);
    await workspace.dashboard('DELETE', `/inference-keys/${body.inferenceKey.id}`);
  });

  it('are given up for a person whom the mail server does not know', async () => {
    mailbox.behave({ 'RCPT TO': '550 no such person' });
    const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await workspace.dashboard('POST', '/api-keys', { name: 'other-sync', expiresAt });
    const before = mailbox.mails.length;
    await eventually(async () => {
      for (const worker of server.container.workers) worker.wake?.();
      return server.logs.some((line) => line.includes('refuses mails to this person')) || undefined;
    });
    await allSent();
    expect(mailbox.mails).toHaveLength(before);
    mailbox.behave({});
  });
});

describe('the command mail test', () => {
  const run = (env: Record<string, string>) => {
    const { databaseUrl, secretKey, dataDir } = server.container.config;
    return runAdmin(['mail', 'test', '--to', 'ops@example.test', '--json'], {
      config: readConfig({ DATA_DIR: dataDir, ...env }),
      readLine: async () => null,
      withRuntime: (use) => use({ databaseUrl: databaseUrl ?? '', secretKey: secretKey ?? '' }),
    });
  };

  it('sends a mail, or says why it cannot', async () => {
    const env = { SMTP_URL: mailbox.url, MAIL_FROM: 'crm@example.test' };
    expect(await run(env)).toMatchObject({ exitCode: 0 });
    expect(inbox('ops@example.test')).toHaveLength(1);
    mailbox.behave({ 'MAIL FROM': '535 who are you' });
    const refused = await run(env);
    expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining('535 who are you')]);
    mailbox.behave({});
    expect((await run({})).output).toContain('SMTP_URL');
  });
});
