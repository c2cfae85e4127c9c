import { expect } from 'vitest';
import { bearer, call } from '../helpers/test-server.ts';
import type { FaultRig } from './fault-rig.ts';

/** A message as the public history shows it. */
export interface HistoryEntry {
  id: string;
  direction: string;
  content: string;
  platformId: string | null;
  status: string;
}

/** Returns a customer's whole history, page by page like an integrator. */
export async function historyOf({ server, workspace }: FaultRig, waId: string): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? 'limit=100' : `limit=100&cursor=${encodeURIComponent(cursor)}`;
    const answer = await call(`${server.url}/api/v1/messages/${waId}?${query}`, {
      headers: bearer(workspace.apiKey),
    });
    expect(answer.status).toBe(200);
    entries.push(...answer.body.data);
    cursor = answer.body.pagination.nextCursor;
  } while (cursor !== null);
  return entries;
}

/** Counts how often the platform accepted each of our messages, by the id that is sent with it. */
export async function acceptedByPlatform({ platform }: FaultRig): Promise<Map<string, number>> {
  const { body } = await platform.control('GET', '/sends');
  const counts = new Map<string, number>();
  for (const { opaque } of body.data) counts.set(opaque, (counts.get(opaque) ?? 0) + 1);
  return counts;
}

/** Returns the texts to one customer, in the order in which the platform accepted them. */
export async function textsTo({ platform }: FaultRig, waId: string): Promise<string[]> {
  const { body } = await platform.control('GET', '/sends');
  return body.data
    .filter((send: { waId: string }) => send.waId === waId)
    .map((send: { text: string }) => send.text);
}
