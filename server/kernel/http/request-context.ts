import type { Response } from 'express';
import type { Actor, UserActor } from '../auth/actor.ts';
import type { Author } from '../auth/author.ts';
import { type Context, createContext, type Resources } from '../context/context.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { FileBody } from './bodies/file-body.ts';

/** The information about a request that a handler receives. */
export interface RequestContext {
  requestId: string;
  ip: string;
  userAgent: string;
  /** Sent by a person at this machine, using a local host name: see `isLocalRequest`. */
  isLocal: boolean;
  /** The authenticated caller; null only on open routes. */
  actor: Actor | null;
  /** The shared resources for handling this request: see `contextOf`. */
  resources: Resources;
  /** The claim of its Idempotency-Key; null without one. */
  claim: Claim | null;
  /** The body of a route that takes a file: see `fileOf`. */
  file: FileBody | null;
  /** Lets a handler add headers to its response. */
  response: Pick<Response, 'getHeader' | 'setHeader'>;
  /** Sets the status of a successful response, for a route that has more than the one of the contract. */
  setStatus(status: number): void;
  /**
   * Sets the path on this server of the file that the response describes. Callers that do not accept JSON are
   * redirected to it.
   */
  offerFile(path: string): void;
  setSessionCookie(token: string | null): void;
  /** The marks of earlier sign-ins in this browser: see `device-cookie.ts`. */
  deviceMarks: string | undefined;
  setDeviceCookie(marks: string): void;
}

/** Returns the context for services: the caller, their workspace, and the resources of the process. */
export function contextOf(context: RequestContext): Context {
  const actor = actorOf(context);
  const { resources, claim } = context;
  return createContext(resources, { scope: actor.scope, actor, author: authorOf(context), claim });
}

/** Returns the actor of a route that requires one. */
export function actorOf(context: RequestContext): Actor {
  if (!context.actor) throw new Error('actorOf was called on an open route');
  return context.actor;
}

/** Returns the body of a route that takes a file. */
export function fileOf({ file }: RequestContext): FileBody {
  if (!file) throw new Error('fileOf was called on a route that takes JSON');
  return file;
}

/** Returns the person of a route that only sessions can reach. */
export function personOf(context: RequestContext): UserActor {
  const actor = actorOf(context);
  if (actor.kind !== 'user') throw new Error('personOf was called for an API key');
  return actor;
}

/** Returns the caller as recorded in the audit log. */
export function authorOf(context: RequestContext): Author {
  const { kind, id, name } = actorOf(context);
  return { kind, id, name, ip: context.ip || null, requestId: context.requestId };
}
