import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { envelope, textMessage } from '../helpers/platform.ts';
import { bearer, call } from '../helpers/test-server.ts';
import type { FaultRig } from './fault-rig.ts';

type Target = Pick<FaultRig, 'server' | 'workspace'>;

/** A send from the client's view: accepted with a response, or unknown because the connection broke. */
export type SendRecord =
  | { kind: 'accepted'; id: string; status: string; contact: string; text: string }
  | { kind: 'rejected'; status: number; code: string | undefined; text: string }
  | { kind: 'unknown'; text: string };

/** A signed callback with one message, and the platform's id of it. */
export interface InboundCallback {
  platformId: string;
  raw: string;
}

export function inboundCallback(waId: string, text: string): InboundCallback {
  const message = textMessage(waId, text);
  const contacts = [{ wa_id: waId, profile: { name: `Customer ${waId.slice(-3)}` } }];
  return { platformId: message.id, raw: JSON.stringify(envelope({ contacts, messages: [message] })) };
}

/** Makes one attempt, as the platform does; null when the connection broke. */
export async function postRaw({ server, workspace }: Target, raw: string): Promise<number | null> {
  const signature = createHmac('sha256', demoAccount.appSecret).update(raw).digest('hex');
  try {
    const { status } = await call(`${server.url}/api/v1/webhook/${workspace.tenantId}`, {
      method: 'POST',
      body: raw,
      headers: { 'x-hub-signature-256': `sha256=${signature}` },
    });
    return status;
  } catch {
    return null;
  }
}

/** Retries with the same bytes until the server returns 200. Returns the number of attempts. */
export async function deliver(target: Target, callback: InboundCallback): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await postRaw(target, callback.raw)) === 200) return attempt;
    if (attempt > 300) throw new Error(`a callback never got a 200: ${target.server.output()}`);
    await sleep(100);
  }
}

/** Sends once. A broken connection is not retried, because the outcome is unknown. */
export async function send({ server, workspace }: Target, waId: string, text: string): Promise<SendRecord> {
  try {
    const { status, body } = await call(`${server.url}/api/v1/messages/send`, {
      method: 'POST',
      body: { contactId: waId, type: 'text', content: text },
      headers: bearer(workspace.apiKey),
    });
    if (status !== 201) return { kind: 'rejected', status, code: body.error?.code, text };
    return { kind: 'accepted', id: body.id, status: body.status, contact: waId, text };
  } catch {
    return { kind: 'unknown', text };
  }
}

/** Starts `count` calls at a fixed rate, whether or not earlier ones are done. */
export async function atRate<T>(
  perSecond: number,
  count: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const startedAt = performance.now();
  const running: Promise<T>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, startedAt + (index * 1_000) / perSecond - performance.now()));
    running.push(work(index));
  }
  return Promise.all(running);
}
