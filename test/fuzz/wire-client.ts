import { connect, type Socket } from 'node:net';
import { HTTPParser } from 'http-parser-js';

/** A response as received. */
export interface WireAnswer {
  status: number;
  /** By lower-case name; repeated headers are joined by commas. */
  headers: Record<string, string>;
  body: string;
}

/** The responses that arrived in time, and whether the server then closed the connection. */
export interface Exchange {
  answers: WireAnswer[];
  isAnswered: boolean;
  isClosed: boolean;
}

/** How long a request may take: a send waits 10 seconds for the platform. */
const RESPONSE_MS = 15_000;
/** Where the number of responses is unknown, waiting ends after this much silence. */
const FIRST_MS = 600;
const NEXT_MS = 40;

/**
 * A connection that sends exactly the given bytes, which no HTTP client would, and reads the responses
 * with a real parser. It stays open between requests as long as the server allows.
 */
export class WireClient {
  private readonly port: number;
  private socket: Socket | null = null;

  constructor(port: number) {
    this.port = port;
  }

  /** Sends one well-formed request and waits for its response. */
  async exchange(bytes: Buffer, method: string): Promise<Exchange> {
    const wasOpen = this.socket !== null;
    const exchange = await this.once(bytes, method);
    // The server may close an idle connection just as we write; the request is then repeated.
    return wasOpen && exchange.isClosed && !exchange.isAnswered ? this.once(bytes, method) : exchange;
  }

  /** Sends anything on its own connection, and waits until no more data arrives. */
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
      let timer = wait(method === null ? FIRST_MS : RESPONSE_MS);
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
        timer = wait(method === null ? NEXT_MS : RESPONSE_MS);
      });
      // After an early response the connection may be closed while we write; the response counts.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => resolve(true));
      socket.write(bytes);
    });
    if (isClosed || answers.length === 0 || answers.at(-1)?.headers.connection === 'close') this.close();
    return { answers, isAnswered: answers.length > 0, isClosed };
  }
}

/** Adds each complete response to `answers`. */
function newParser(method: string | null, answers: WireAnswer[]): InstanceType<typeof HTTPParser> {
  const parser = new HTTPParser('RESPONSE');
  let answer: WireAnswer = { status: 0, headers: {}, body: '' };
  let chunks: Buffer[] = [];
  parser.onHeadersComplete = ({ statusCode, headers }) => {
    answer = { status: statusCode, headers: asRecord(headers), body: '' };
    chunks = [];
    // A response to HEAD has no body, whatever its Content-Length.
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
