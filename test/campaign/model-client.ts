import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal, RecordOf } from './records.ts';
import type { ClientTenant, Work } from './work.ts';

/** Longer than the endpoint's own time limit of a call (INFERENCE_DEADLINE_SECONDS). */
const PATIENCE_MS = 90_000;

type Outcome = Pick<RecordOf<'model'>, 'status' | 'end' | 'code'>;

/** Calls the model again and again, and writes down how each call ended for its caller. */
export async function callModelForever(
  work: Work,
  tenant: ClientTenant,
  isStream: boolean,
  journal: Journal,
): Promise<void> {
  while (work.isOpen()) {
    const startedAt = Date.now();
    const outcome = await callModel(work.modelUrl, tenant.modelKey, isStream);
    journal.write({ is: 'model', key: tenant.modelKey, isStream, ...outcome, startedAt, at: Date.now() });
    await sleep(outcome.end === 'complete' ? 600 + work.random() * 800 : 300);
  }
}

/** Makes one call. Never throws. */
export async function callModel(
  url: string,
  key: string,
  stream: boolean,
  ms = PATIENCE_MS,
): Promise<Outcome> {
  let status: number | null = null;
  const signal = AbortSignal.timeout(ms);
  try {
    const answer = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: 'tiny-test',
        // Each its own: a request that ran twice when the engine was killed is refused for an hour.
        messages: [{ role: 'user', content: `Say something short. ${randomUUID()}` }],
        max_tokens: 24,
        stream,
      }),
      signal,
    });
    status = answer.status;
    const text = await answer.text();
    return { status, ...readEnd(status, text, stream) };
  } catch {
    return { status, end: signal.aborted ? 'hang' : 'cut' };
  }
}

/** Whether an answer that arrived whole says how the call ended: with an answer, or with an error. */
function readEnd(status: number, text: string, isStream: boolean): Pick<Outcome, 'end' | 'code'> {
  const pieces = isStream && status === 200 ? eventsIn(text) : [text];
  const bodies = pieces.map((piece) => parsed(piece));
  const error = bodies.find((body) => typeof body?.error?.message === 'string')?.error;
  if (error) return { end: 'error', code: String(error.code ?? error.type) };
  const isFinished = bodies.some((body) => typeof body?.choices?.[0]?.finish_reason === 'string');
  const isWhole = status === 200 && isFinished && (!isStream || pieces.includes('[DONE]'));
  return { end: isWhole ? 'complete' : 'unclear' };
}

function eventsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice(6));
}

function parsed(text: string): ReturnType<typeof JSON.parse> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
