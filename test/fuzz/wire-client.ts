import { connect, type Socket } from 'node:net';
import { HTTPParser } from 'http-parser-js';

/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  /** By lower-case name; a repeated one is joined by commas. */
  headers: Record<string, string>;
  body: string;
}

/** What became of some bytes: the answers that came in time, and whether the server then hung up. */
export interface Exchange {
  answers: WireAnswer[];
  isAnswered: boolean;
  isClosed: boolean;
}

/** How long a request may take: a send waits 10 seconds for the platform. */
const ANSWER_MS = 15_000;
/** Where nobody can say how many answers there will be, silence of this length ends the waiting. */
const FIRST_MS = 600;
const NEXT_MS = 40;

/**
 * A connection that sends exactly the bytes it is given, which no HTTP client would, and reads what comes
 * back with a real parser. It is kept open from one request to the next as long as the server does.
 */
export class WireClient {
  private readonly port: number;
  private socket: Socket | null = null;

  constructor(port: number) {
    this.port = port;
  }

  /** Sends one well-formed request and waits for its answer. */
  async exchange(bytes: Buffer, method: string): Promise<Exchange> {
    const wasOpen = this.socket !== null;
    const exchange = await this.once(bytes, method);
    // The server may hang up on a connection that it has answered on just as we write: that is no answer.
    return wasOpen && exchange.isClosed && !exchange.isAnswered ? this.once(bytes, method) : exchange;
  }

  /** Sends anything, on a connection of its own, and waits until no more comes. */
  async exchangeAnything(bytes: Buffer): Promise<Exchange> {
    this.close();
    const exchange = await this.once(bytes, null);
    this.close();
    return exchange;
  }

  close(): void {
    this.socket?.destroy();
    this.socket = null;
  }

  private async once(bytes: Buffer, method: string | null): Promise<Exchange> {
    const socket = this.socket ?? connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.socket = socket;
    const answers: WireAnswer[] = [];
    const parser = newParser(method, answers);
    const isClosed = await new Promise<boolean>((resolve) => {
      const wait = (ms: number) => setTimeout(() => resolve(false), ms);
      let timer = wait(method === null ? FIRST_MS : ANSWER_MS);
      socket.removeAllListeners();
      socket.on('data', (chunk) => {
        const outcome = parser.execute(chunk);
        if (outcome instanceof Error) {
          answers.push({ status: 0, headers: {}, body: `not HTTP: ${chunk.toString('latin1')}` });
          resolve(true);
        } else if (method !== null && answers.length > 0) {
          resolve(false);
        }
        clearTimeout(timer);
        timer = wait(method === null ? NEXT_MS : ANSWER_MS);
      });
      // Bytes after an early answer meet a closed door; what was answered counts.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => resolve(true));
      socket.write(bytes);
    });
    if (isClosed || answers.length === 0 || answers.at(-1)?.headers.connection === 'close') this.close();
    return { answers, isAnswered: answers.length > 0, isClosed };
  }
}

/** Puts each complete answer into `answers`. */
function newParser(method: string | null, answers: WireAnswer[]): InstanceType<typeof HTTPParser> {
  const parser = new HTTPParser('RESPONSE');
  let answer: WireAnswer = { status: 0, headers: {}, body: '' };
  let chunks: Buffer[] = [];
  parser.onHeadersComplete = ({ statusCode, headers }) => {
    answer = { status: statusCode, headers: asRecord(headers), body: '' };
    chunks = [];
    // An answer to HEAD has no body, whatever its Content-Length says.
    return method === 'HEAD' ? 1 : 0;
  };
  parser.onBody = (chunk, offset, length) => {
    chunks.push(Buffer.from(chunk.subarray(offset, offset + length)));
  };
  parser.onMessageComplete = () => {
    if (answer.status >= 200) answers.push({ ...answer, body: Buffer.concat(chunks).toString() });
  };
  return parser;
}

function asRecord(pairs: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let index = 0; index < pairs.length; index += 2) {
    const name = (pairs[index] ?? '').toLowerCase();
    const value = pairs[index + 1] ?? '';
    record[name] = name in record ? `${record[name]}, ${value}` : value;
  }
  return record;
}
