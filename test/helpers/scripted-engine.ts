import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A call that the engine received. */
export interface ScriptedCall {
  system: string;
  /** The last turn of the user. */
  prompt: string;
  requestClass: string | null;
  maxTokens: number | null;
  schema: string | null;
  /** What divides the prefixes that an engine keeps: no two workspaces have the same. */
  user: string | null;
  /** Whether the caller has disconnected. */
  isCanceled: boolean;
}

/** What the engine answers: a text in pieces, or an error. */
export interface ScriptedAnswer {
  text?: string;
  /** Before the first piece. */
  delayMs?: number;
  /** What the first piece waits for. */
  after?: Promise<unknown>;
  /** Between two pieces, which are words. */
  pieceMs?: number;
  /** The text ends where its room ends, in the middle. */
  isCut?: boolean;
  /** The connection breaks before the end of the answer, or after it. */
  breaks?: 'before' | 'after';
  status?: number;
  code?: string;
}

type Script = (call: ScriptedCall) => ScriptedAnswer | string;

/** An engine with the OpenAI protocol whose answers the test writes: INFERENCE_UPSTREAM is its `url`. */
export interface ScriptedEngine {
  url: string;
  model: string;
  calls: ScriptedCall[];
  /** Answers from now on by this script. */
  answer(script: Script): void;
  stop(): Promise<void>;
}

const MODEL = 'scripted-3b';

/** Starts a scripted engine on a free port of this machine. */
export async function startScriptedEngine(script: Script = () => 'ok'): Promise<ScriptedEngine> {
  let current = script;
  const calls: ScriptedCall[] = [];
  const server = createServer((req, res) => {
    handle(req, res).catch(() => res.destroy());
  });
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url?.endsWith('/models')) {
      const data = [{ id: MODEL, object: 'model', created: 0, owned_by: 'test' }];
      return void json(res, 200, { object: 'list', data });
    }
    let body = '';
    for await (const part of req) body += String(part);
    const asked = JSON.parse(body || '{}');
    if (!req.url?.endsWith('/chat/completions')) return void json(res, 404, { error: { code: 'none' } });
    const contentOf = (role: string) =>
      asked.messages.findLast((message: { role: string }) => message.role === role)?.content ?? '';
    const call: ScriptedCall = {
      system: contentOf('system'),
      prompt: contentOf('user'),
      requestClass: (req.headers['x-request-class'] as string | undefined) ?? null,
      maxTokens: asked.max_tokens ?? asked.max_completion_tokens ?? null,
      schema: asked.response_format?.json_schema?.name ?? null,
      user: asked.user ?? null,
      isCanceled: false,
    };
    calls.push(call);
    res.on('close', () => {
      if (!res.writableFinished) call.isCanceled = true;
    });
    // As vLLM does.
    if (call.maxTokens === 0)
      return void json(res, 400, { error: { message: 'max_tokens must be at least 1, got 0.', code: 400 } });
    const given = current(call);
    const {
      text = '',
      delayMs = 0,
      after,
      pieceMs = 0,
      isCut = false,
      breaks,
      status = 200,
      code = 'failed',
    } = typeof given === 'string' ? { text: given } : given;
    await after;
    if (delayMs > 0) await sleep(delayMs);
    if (status !== 200)
      return void json(res, status, { error: { message: code, type: 'error', param: null, code } });
    const about = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: MODEL };
    const pieces = (text.match(/\s*\S+\s*/g) ?? []).slice(0, call.maxTokens === 1 ? 1 : undefined);
    const usage = { prompt_tokens: call.prompt.length, completion_tokens: pieces.length, total_tokens: 0 };
    if (!asked.stream) {
      const message = { role: 'assistant', content: pieces.join('') };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      return void json(res, 200, { ...about, object: 'chat.completion', choices, usage });
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (data: object) => res.write(`data: ${JSON.stringify({ ...about, ...data })}\n\n`);
    send({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] });
    for (const content of pieces) {
      if (pieceMs > 0) await sleep(pieceMs);
      if (call.isCanceled) return;
      send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: isCut ? 'length' : 'stop' }] });
    send({ choices: [], usage });
    if (breaks === undefined) return void res.end('data: [DONE]\n\n');
    // Without the last chunk of the body, the reader sees that the connection broke.
    if (breaks === 'after') await new Promise((sent) => res.write('data: [DONE]\n\n', sent));
    // What was written is read before the end of the connection.
    await sleep(50);
    res.destroy();
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    model: MODEL,
    calls,
    answer: (script) => {
      current = script;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
}
