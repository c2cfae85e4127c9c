import type { Request, Response } from 'express';
import type { Actor } from '../auth/actor.ts';
import { fingerprintOf, hashKey, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Once } from '../idempotency/once.ts';

export interface IncomingCall {
  request: Pick<Request, 'method' | 'originalUrl' | 'get'>;
  response: Pick<Response, 'setHeader'>;
  actor: Actor | null;
  /** The body as it came, before the contract has parsed it. */
  body: unknown;
  /** The status of a good answer, from the contract. */
  status: number;
}

/**
 * Answers a POST that carries an Idempotency-Key: carried out the first time, answered again after that.
 * Whatever the contract declares as POST is covered; no route knows of it.
 */
export async function answerOnce(
  once: Once | undefined,
  { request, response, actor, body, status }: IncomingCall,
  execute: () => Promise<unknown>,
): Promise<unknown> {
  const isKeyable = once && actor && request.method === 'POST';
  const key = isKeyable ? readIdempotencyKey(request.get('Idempotency-Key')) : null;
  if (!isKeyable || key === null) return execute();
  const [path = ''] = request.originalUrl.split('?', 1);
  const fingerprint = fingerprintOf(request.method, path, body);
  const answer = await once({ scope: actor.scope, keyHash: hashKey(key), fingerprint, status }, execute);
  if (answer.isReplay) response.setHeader('Idempotency-Replayed', 'true');
  return answer.body;
}
