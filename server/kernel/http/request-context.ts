import type { Response } from 'express';
import type { Actor, UserActor } from '../auth/actor.ts';
import type { Author } from '../auth/author.ts';

/** What a handler knows about its request. */
export interface RequestContext {
  requestId: string;
  ip: string;
  userAgent: string;
  /** Who is asking; null only on open routes. */
  actor: Actor | null;
  /** For headers that a handler adds to its answer. */
  response: Pick<Response, 'getHeader' | 'setHeader'>;
  setSessionCookie(token: string | null): void;
}

/** The actor of a route that demands one. */
export function actorOf(context: RequestContext): Actor {
  if (!context.actor) throw new Error('an open route asked for its actor');
  return context.actor;
}

/** The person of a route that only sessions reach. */
export function personOf(context: RequestContext): UserActor {
  const actor = actorOf(context);
  if (actor.kind !== 'user') throw new Error('a route for people was reached by a key');
  return actor;
}

/** Whoever asks, as it is written down. */
export function authorOf(context: RequestContext): Author {
  const { kind, id, name } = actorOf(context);
  return { kind, id, name, ip: context.ip || null, requestId: context.requestId };
}
