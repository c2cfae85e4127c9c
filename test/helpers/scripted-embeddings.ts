import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/db/database.ts';
import { newKey } from '../../server/kernel/ids.ts';

/** A request for vectors, as the engine received it. */
interface EmbeddingCall {
  texts: string[];
  requestClass: string | null;
}

/** An engine that makes vectors by a rule of the test, and has its row as a worker of the server. */
export interface ScriptedEmbeddings {
  calls: EmbeddingCall[];
  /** How it behaves from now on. */
  behave(behavior: { delayMs?: number; status?: number; model?: string }): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it. It has no model that writes. */
export async function startScriptedEmbeddings(
  database: Database,
  vectorOf: (text: string) => readonly number[],
): Promise<ScriptedEmbeddings> {
  const calls: EmbeddingCall[] = [];
  let now = { delayMs: 0, status: 200, model: 'scripted-embeddings' };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += String(part);
    const { input } = JSON.parse(body) as { input: string[] };
    calls.push({ texts: input, requestClass: String(req.headers['x-request-class'] ?? '') || null });
    if (now.delayMs > 0) await sleep(now.delayMs);
    const data = input.map((text, index) => ({
      index,
      embedding: Buffer.from(Float32Array.from(vectorOf(text)).buffer).toString('base64'),
    }));
    const answer =
      now.status === 200 ? { object: 'list', model: now.model, data } : { error: { code: 'shed' } };
    res.writeHead(now.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const row = { id: newKey(), address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  const write = () =>
    database.run(
      `/* system: test */ INSERT INTO inference_workers (id, address, started_at, seen_at, status)
       VALUES (:id, :address, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY, :status)
       ON DUPLICATE KEY UPDATE status = :status`,
      { ...row, status: JSON.stringify({ state: 'loading', models: { embeddings: now.model } }) },
    );
  await write();
  return {
    calls,
    behave: async (behavior) => {
      now = { ...now, ...behavior };
      await write();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
