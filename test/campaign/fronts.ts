import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from './records.ts';

/** How the platform misbehaves towards one number; `null` is well. */
export type PlatformMood = 'garbage' | '500' | '429' | 'timeout' | 'reset' | 'drip' | null;

/** The platform's edge: what it accepts for phones and reports about them is written down here. */
export interface PlatformEdge {
  /** The address of the platform's API for the product. */
  graphUrl: string;
  /** The address to which the platform posts a workspace's callbacks. */
  callbackUrl(tenant: string): string;
  setMood(phoneNumberId: string, mood: PlatformMood): void;
  /** Returns when the platform last accepted a send of a number. */
  lastAcceptedAt(phoneNumberId: string): number;
  close(): Promise<void>;
}

interface EdgeOptions {
  sandboxUrl: string;
  apiUrl: string;
  journal: Journal;
  /** Returns the workspace of a phone number id. */
  tenantOf(phoneNumberId: string): string | undefined;
}

const HELD_MS = 8_000;

/** Puts a server in front of the sandbox and another in front of the product's callback URLs. */
export async function startPlatformEdge(options: EdgeOptions): Promise<PlatformEdge> {
  const { sandboxUrl, apiUrl, journal, tenantOf } = options;
  const moods = new Map<string, PlatformMood>();
  let turns = 0;
  const lastAccepted = new Map<string, number>();

  async function answerGraph(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    const phoneNumberId = /^\/v[\d.]+\/(\d+)\//.exec(req.url ?? '')?.[1] ?? '';
    const mood = moods.get(phoneNumberId) ?? null;
    turns += 1;
    const isTaken = turns % 2 === 0;
    // Refused, or lost, without reaching the platform.
    if (mood === '500') return refuse(res, 500, 1);
    if (mood === '429') return refuse(res, 429, 130429);
    if (mood === 'reset' && !isTaken) return void req.socket.destroy();
    const answer = await pass(`${sandboxUrl}${req.url}`, req, body);
    const note = acceptedSend(req, body, answer);
    const at = Date.now();
    const remember = (isAnswered: boolean) => {
      const tenant = tenantOf(phoneNumberId);
      if (!note || tenant === undefined) return;
      lastAccepted.set(phoneNumberId, at);
      journal.write({ is: 'phone', tenant, ...note, isAnswered, at });
    };
    if (mood === 'reset') {
      remember(false);
      return void req.socket.destroy();
    }
    if (mood === 'timeout') {
      remember(false);
      return void sleep(HELD_MS).then(() => req.socket.destroy());
    }
    if (mood === 'garbage') {
      remember(false);
      return void res
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html>\u0000 maintenance {"messages":');
    }
    if (answer.status === 0) return void req.socket.destroy();
    // The server was killed while the platform took its send: nothing will close this answer any more.
    if (res.closed) return remember(false);
    res.once('close', () => remember(res.writableFinished));
    res.writeHead(answer.status, answer.headers);
    if (mood === 'drip') for (const byte of answer.body) await drip(res, byte);
    res.end(mood === 'drip' ? undefined : answer.body);
  }

  async function answerCallback(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    const answer = await pass(`${apiUrl}${req.url}`, req, body);
    const tenant = (req.url ?? '').split('/').at(-1)?.split('?')[0] ?? '';
    for (const { wamid, opaque, word } of statusesIn(body)) {
      journal.write({
        is: 'status',
        tenant,
        wamid,
        opaque,
        word,
        status: answer.status || null,
        at: Date.now(),
      });
    }
    if (answer.status === 0) return void req.socket.destroy();
    res.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const graph = await listen(answerGraph);
  const callbacks = await listen(answerCallback);
  return {
    graphUrl: graph.url,
    callbackUrl: (tenant) => `${callbacks.url}/api/v1/webhook/${tenant}`,
    setMood: (phoneNumberId, mood) => moods.set(phoneNumberId, mood),
    lastAcceptedAt: (phoneNumberId) => lastAccepted.get(phoneNumberId) ?? 0,
    close: async () => {
      await Promise.all([graph.close(), callbacks.close()]);
    },
  };
}

interface Passed {
  /** 0: no answer. */
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

function pass(url: string, req: IncomingMessage, body: Buffer): Promise<Passed> {
  return new Promise((resolve) => {
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = req.headers;
    const none = { status: 0, headers: {}, body: Buffer.alloc(0) };
    const options = {
      method: req.method,
      headers: { ...headers, 'content-length': body.length },
      agent: false,
    };
    const sent = httpRequest(url, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => resolve(none));
      answer.on('end', () => {
        const type = answer.headers['content-type'];
        resolve({
          status: answer.statusCode ?? 0,
          headers: type === undefined ? {} : { 'content-type': type },
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.setTimeout(20_000, () => sent.destroy());
    sent.on('error', () => resolve(none));
    sent.end(body);
  });
}

/** Returns the message that the sandbox has accepted with this call, if it is a send to a person. */
function acceptedSend(req: IncomingMessage, body: Buffer, answer: Passed) {
  if (req.method !== 'POST' || !req.url?.endsWith('/messages') || answer.status !== 200) return null;
  const asked = parsed(body);
  const wamid = parsed(answer.body)?.messages?.[0]?.id;
  if (typeof wamid !== 'string' || typeof asked?.biz_opaque_callback_data !== 'string') return null;
  return {
    customer: String(asked.to ?? '').replace('+', ''),
    opaque: asked.biz_opaque_callback_data as string,
    text: String(asked.text?.body ?? ''),
    wamid,
  };
}

function statusesIn(body: Buffer): { wamid: string; opaque: string; word: string }[] {
  const changes = (parsed(body)?.entry ?? []).flatMap(
    (entry: { changes?: unknown[] }) => entry.changes ?? [],
  );
  return changes
    .flatMap((change: { value?: { statuses?: unknown[] } }) => change.value?.statuses ?? [])
    .map((one: Record<string, unknown>) => ({
      wamid: String(one.id),
      opaque: String(one.biz_opaque_callback_data ?? ''),
      word: String(one.status),
    }));
}

function parsed(bytes: Buffer): ReturnType<typeof JSON.parse> | null {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function refuse(res: ServerResponse, status: number, code: number): void {
  const error = {
    message: `(#${code}) A failure of the campaign`,
    type: 'OAuthException',
    code,
    fbtrace_id: 'x',
  };
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

async function drip(res: ServerResponse, byte: number): Promise<void> {
  if (!res.destroyed) res.write(Buffer.from([byte]));
  await sleep(8);
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function listen(answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>) {
  const server = createServer((req, res) => {
    res.on('error', () => undefined);
    answer(req, res).catch(() => req.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
