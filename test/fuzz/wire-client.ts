import { connect, type Socket } from 'node:net';
import { HTTPParser } from 'http-parser-js';

/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  /** By lower-case name; a repeated one is joined by commas. */
  headers: Record<string, string>;
  body: string;
}

/** What became of some bytes: the answers that came in time, and whether the server then closed the connection. */
export interface Exchange {
  answers: WireAnswer[];
  isClosed: boolean;
}

export interface Wanted {
  /** The methods of the requests in the bytes, an answer to each; null when nobody can say what they are. */
  methods: readonly string[] | null;
}

/** How long a well-formed request may take: a send waits 10 seconds for the platform. */
const ANSWER_MS = 3_000;
/** With bytes that may be no request at all, silence of this length ends the waiting. */
const QUIET_MS = 40;

/**
 * A connection that sends exactly the bytes it is given, which no HTTP client would, and reads what comes
 * back with a real parser. It is kept open from one exchange to the next as long as the server does.
 */
export class WireClient {
  private socket: Socket | null = null;
  private parser = this.newAnswerParser();
  private answers: WireAnswer[] = [];
  private methods: readonly string[] | null = null;
  private finish: ((isClosed: boolean) => void) | null = null;
  private timer: NodeJS.Timeout | undefined;
  private readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  async exchange(bytes: Buffer, { methods }: Wanted): Promise<Exchange> {
    const wasOpen = this.socket !== null;
    const exchanged = await this.once(bytes, methods);
    // The server may close a connection that it has answered on, just as we write: that is no answer at all.
    const isStale = wasOpen && exchanged.isClosed && exchanged.answers.length === 0;
    return isStale && methods ? this.once(bytes, methods) : exchanged;
  }

  close(): void {
    clearTimeout(this.timer);
    this.socket?.destroy();
    this.socket = null;
  }

  private async once(bytes: Buffer, methods: readonly string[] | null): Promise<Exchange> {
    this.answers = [];
    this.methods = methods;
    this.parser = this.newAnswerParser();
    const isClosed = await new Promise<boolean>((resolve) => {
      this.finish = resolve;
      this.wait(methods ? ANSWER_MS : 4 * QUIET_MS);
      this.open().write(bytes);
    });
    clearTimeout(this.timer);
    this.finish = null;
    const mayStay = methods !== null && this.answers.every(({ headers }) => headers.connection !== 'close');
    if (isClosed || !mayStay) this.close();
    if (methods && this.answers.length < methods.length) this.close();
    return { answers: this.answers, isClosed };
  }

  private open(): Socket {
    if (this.socket) return this.socket;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.read(chunk));
    // Bytes after an early answer meet a closed door; what was answered counts.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.finish?.(true);
    });
    this.socket = socket;
    return socket;
  }

  private read(chunk: Buffer): void {
    const outcome = this.parser.execute(chunk);
    if (outcome instanceof Error) {
      this.answers.push({ status: 0, headers: {}, body: `not HTTP: ${chunk.toString('latin1')}` });
      this.finish?.(true);
    } else if (this.methods === null) {
      this.wait(QUIET_MS);
    } else if (this.answers.length >= this.methods.length) {
      this.finish?.(false);
    }
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.finish?.(false), ms);
  }

  private newAnswerParser(): InstanceType<typeof HTTPParser> {
    const parser = new HTTPParser('RESPONSE');
    let answer: WireAnswer = { status: 0, headers: {}, body: '' };
    let chunks: Buffer[] = [];
    parser.onHeadersComplete = ({ statusCode, headers }) => {
      answer = { status: statusCode, headers: asRecord(headers), body: '' };
      chunks = [];
      // An answer to HEAD has no body, whatever its Content-Length says.
      return this.methods?.[this.answers.length] === 'HEAD' ? 1 : 0;
    };
    parser.onBody = (chunk, offset, length) => {
      chunks.push(Buffer.from(chunk.subarray(offset, offset + length)));
    };
    parser.onMessageComplete = () => {
      if (answer.status >= 200) this.answers.push({ ...answer, body: Buffer.concat(chunks).toString() });
    };
    return parser;
  }
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
