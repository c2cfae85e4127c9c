import type { AnyProcedure } from '@orpc/server';
import { fingerprintOf, hashKey, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Once } from '../idempotency/once.ts';
import { actorOf, type RequestContext } from './request-context.ts';

export interface IncomingCall {
  procedure: AnyProcedure;
  context: RequestContext;
  /** The request as it came, before the contract has parsed it. */
  input: unknown;
}

/**
 * Answers a POST that carries an Idempotency-Key: carried out the first time, answered again after that.
 * Whatever the contract declares as POST is covered; no route knows of it.
 */
export async function answerOnce(
  once: Once | undefined,
  { procedure, context, input }: IncomingCall,
  execute: () => Promise<unknown>,
): Promise<unknown> {
  const { method, successStatus = 200 } = procedure['~orpc'].route;
  const key =
    once && method === 'POST' ? readIdempotencyKey(context.request.headers['idempotency-key']) : null;
  if (!once || key === null) return execute();
  const { body } = (input ?? {}) as { body?: unknown };
  const call = {
    scope: actorOf(context).scope,
    keyHash: hashKey(key),
    fingerprint: fingerprintOf(method ?? 'POST', context.request.path, body),
    status: successStatus,
  };
  const answer = await once(call, execute);
  if (answer.isReplay) context.response.setHeader('Idempotency-Replayed', 'true');
  return answer.body;
}
