import type { Response } from 'express';
import type { Actor, UserActor } from '../auth/actor.ts';
import type { Author } from '../auth/author.ts';
import { type Context, createContext, type Resources } from '../context/context.ts';
import type { Claim } from '../idempotency/claim.ts';

/** What a handler knows about its request. */
export interface RequestContext {
  requestId: string;
  ip: string;
  userAgent: string;
  /** Sent by a person at this machine, under a local name: see `isLocalRequest`. */
  isLocal: boolean;
  /** Who is asking; null only on open routes. */
  actor: Actor | null;
  /** What the work of this request is done with: see `contextOf`. */
  resources: Resources;
  /** The claim of its Idempotency-Key; null without one. */
  claim: Claim | null;
  /** For headers that a handler adds to its answer. */
  response: Pick<Response, 'getHeader' | 'setHeader'>;
  /**
   * Where on this server the file is that the answer describes: a caller that does not ask for JSON is sent there.
   */
  offerFile(path: string): void;
  setSessionCookie(token: string | null): void;
}

/** Returns the context of a request for the services: its workspace, who asks, and what the process shares. */
export function contextOf(context: RequestContext): Context {
  const actor = actorOf(context);
  const { resources, claim } = context;
  return createContext(resources, { scope: actor.scope, actor, author: authorOf(context), claim });
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

/** The caller, as the audit log keeps it. */
export function authorOf(context: RequestContext): Author {
  const { kind, id, name } = actorOf(context);
  return { kind, id, name, ip: context.ip || null, requestId: context.requestId };
}
