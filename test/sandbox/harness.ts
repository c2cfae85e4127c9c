import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '../../server/sandbox/create-sandbox.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';

export interface Received {
  readonly bytes: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Returns the status for each POST; 200 unless a test changes it. */
  answer: (index: number) => number;
  /** Returns the response to the handshake: the challenge, unless a test changes it. */
  challenge: (query: URLSearchParams) => { status: number; body: string };
  close(): Promise<void>;
}

/** Starts a business's server, which keeps the exact bytes of every callback. */
export async function startReceiver(verifyToken = 'a token & more'): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://receiver');
    if (request.method === 'GET') {
      const { status, body } = receiver.challenge(searchParams);
      response.writeHead(status).end(body);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ bytes: Buffer.concat(chunks), headers: request.headers, at: Date.now() });
      response.writeHead(receiver.answer(received.length)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?tenant=t1`,
    received,
    answer: () => 200,
    challenge: (query) =>
      query.get('hub.mode') === 'subscribe' && query.get('hub.verify_token') === verifyToken
        ? { status: 200, body: query.get('hub.challenge') ?? '' }
        : { status: 403, body: 'no' },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return receiver;
}

/** Starts a sandbox, with a client for both of its sides. */
export async function startSandbox(dataDir?: string) {
  const sandbox = createSandbox(dataDir === undefined ? {} : { dataDir });
  const { url } = await sandbox.listen();
  const token = { authorization: `Bearer ${demoAccount.accessToken}` };

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = token) {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape it expects
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }

  const pnid = demoAccount.phoneNumberId;
  return {
    url,
    pnid,
    call,
    close: () => sandbox.close(),
    knobs: (patch: object) => call('PATCH', '/control/knobs', patch),
    connect: (receiver: Receiver, verifyToken = 'a token & more') =>
      call('POST', `/control/accounts/${pnid}/webhook`, { callbackUrl: receiver.url, verifyToken }),
    write: (waId: string, text: string, extra: object = {}) =>
      call('POST', `/control/accounts/${pnid}/chats/${waId}/messages`, { text, ...extra }),
    send: (to: string, text: string, extra: object = {}) =>
      call('POST', `/v21.0/${pnid}/messages`, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to,
        type: 'text',
        text: { body: text },
        ...extra,
      }),
  };
}

/** Waits until `probe` returns a truthy value, and fails with `what` after the timeout. */
export async function until<T>(
  what: string,
  probe: () => T | undefined | false | null,
  ms = 5_000,
): Promise<T> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    const found = probe();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Did not happen in ${ms} ms: ${what}`);
}

/** Returns all statuses in the callbacks so far, in order of arrival. */
export function statusesIn(receiver: Receiver) {
  return valuesIn(receiver).flatMap((value) => value.statuses ?? []);
}

/** Returns all messages in the callbacks so far, in order of arrival. */
export function messagesIn(receiver: Receiver) {
  return valuesIn(receiver).flatMap((value) => value.messages ?? []);
}

// biome-ignore lint/suspicious/noExplicitAny: parsed without a schema on purpose
function valuesIn(receiver: Receiver): any[] {
  return receiver.received
    .map(({ bytes }) => JSON.parse(bytes.toString()))
    .flatMap((body) => body.entry)
    .flatMap((entry) => entry.changes)
    .map((change) => change.value);
}
