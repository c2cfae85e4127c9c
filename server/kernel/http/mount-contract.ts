import type { AnyContractRouter } from '@orpc/contract';
import { createProcedureClient, type Router as RpcRouter } from '@orpc/server';
import type { Request, RequestHandler, Response } from 'express';
import type { RouteMeta } from '../../../shared/contract/base.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { Actor } from '../auth/actor.ts';
import type { Resources } from '../context/context.ts';
import type { Claim } from '../idempotency/claim.ts';
import { fingerprintOf, hashKey, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Once } from '../idempotency/once.ts';
import { indexRoutes, routesOf } from './contract-routes.ts';
import { readJsonBody } from './json-body.ts';
import { isLocalRequest } from './local-request.ts';
import type { RequestContext } from './request-context.ts';
import { sessionCookie } from './session-cookie.ts';
import { withUncheckedAnswers } from './unchecked-answers.ts';

export interface MountOptions {
  /** For the contexts of requests. */
  resources: Resources;
  /** oRPC's implementation of a contract: handlers by route. */
  router: RpcRouter<AnyContractRouter, RequestContext>;
  /** Finds out who is asking. Throws when a credential is wrong; null when there is none and that may be right. */
  authenticate(req: Request): Promise<Actor | null>;
  limit(res: Response, actor: Actor | null, ip: string): Promise<void>;
  /** Where POSTs may carry an Idempotency-Key: keeps their answers. */
  once?: Once;
  secureCookies: boolean;
  /** Whether answers are compared with the contract before they leave. */
  checksAnswers: boolean;
}

/**
 * Mounts a contract in Express. The one path of a request: who is asking → is it within the limits →
 * route → may they (from the contract) → query → JSON body → the first with its Idempotency-Key? → parse →
 * handler → JSON. Whatever is thrown on the way becomes HTTP in the app's last handler.
 */
export function mountContract(options: MountOptions): RequestHandler {
  const implemented = options.checksAnswers ? options.router : withUncheckedAnswers(options.router);
  const routes = indexRoutes(
    routesOf(implemented).map((route) => ({
      route,
      found: {
        access: route.access,
        status: route.status,
        call: createProcedureClient(route.procedure, { context: (context: RequestContext) => context }),
      },
    })),
  );

  return async (req, res) => {
    const actor = await options.authenticate(req);
    await options.limit(res, actor, req.ip ?? '');
    const match = routes.find(req.method, req.path);
    if (!match) return refuseMethod(req, res, routes.allowed(req.path));
    const { access, status, call } = match.found;
    checkAccess(access, actor);
    const query = readQuery(req.originalUrl);
    const body = await readJsonBody(req, res);
    let file: string | null = null;
    const context: Omit<RequestContext, 'claim'> = {
      resources: options.resources,
      requestId: String(res.getHeader('X-Request-Id')),
      ip: req.ip ?? '',
      userAgent: (req.get('User-Agent') ?? '').slice(0, 200),
      isLocal: isLocalRequest(req),
      actor,
      response: res,
      offerFile: (path) => {
        file = path;
      },
      setSessionCookie: (token) => res.append('Set-Cookie', sessionCookie(token, options.secureCookies)),
    };
    const answer: unknown = await answerOnce(
      options.once,
      { request: req, response: res, actor, body, status },
      (claim) => call({ params: match.params, query, body }, { context: { ...context, claim } }),
    );
    res.statusCode = status;
    if (file !== null) {
      res.vary('Accept');
      if (!asksForJson(req)) res.status(302).setHeader('Location', file);
    }
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(answer));
  };
}

/** Whether the caller names JSON, and not only whatever there is. */
function asksForJson(req: Request): boolean {
  return /\bapplication\/json\b/i.test(req.get('Accept') ?? '');
}

/** OPTIONS is told what an address allows; any other method that it has no route for is refused. */
function refuseMethod(req: Request, res: Response, allowed: readonly string[]): void {
  res.setHeader('Allow', allowed.join(', '));
  if (req.method === 'OPTIONS') {
    res.status(204).end();
    return;
  }
  throw new AppError('method_not_allowed', {
    message: `${req.method} is not allowed here. Allowed: ${allowed.join(', ')}.`,
  });
}

/** The permission check of every route: the contract says who may, and there is no default. */
function checkAccess(access: RouteMeta['access'], actor: Actor | null): void {
  if (access === 'open') return;
  if (!actor) throw new AppError('session_required');
  if (access === 'session' ? actor.kind === 'user' : actor.permissions.has(access)) return;
  throw new AppError('forbidden', {
    message:
      actor.kind === 'key'
        ? `This API key lacks the permission ${access}.`
        : 'Your role does not allow this.',
  });
}

interface IncomingCall {
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
async function answerOnce(
  once: Once | undefined,
  { request, response, actor, body, status }: IncomingCall,
  execute: (claim: Claim | null) => Promise<unknown>,
): Promise<unknown> {
  const isKeyable = once && actor && request.method === 'POST';
  const key = isKeyable ? readIdempotencyKey(request.get('Idempotency-Key')) : null;
  if (!isKeyable || key === null) return execute(null);
  const [path = ''] = request.originalUrl.split('?', 1);
  const fingerprint = fingerprintOf(request.method, path, body);
  const answer = await once({ scope: actor.scope, keyHash: hashKey(key), fingerprint, status }, execute);
  if (answer.isReplay) response.setHeader('Idempotency-Replayed', 'true');
  return answer.body;
}

/** The parameters of a query; one that is given several times is a list, which no route of ours takes. */
type Query = Record<string, string | string[]>;

/**
 * Reads the query of an address. What is not well-formed would be read as something else than it says, so
 * a % that encodes nothing is refused.
 * @throws {AppError} validation_failed, with every such parameter.
 */
function readQuery(url: string): Query {
  const at = url.indexOf('?');
  if (at < 0 || at === url.length - 1) return {};
  const query: Query = Object.create(null);
  const details: ErrorDetail[] = [];
  for (const parameter of url.slice(at + 1).split('&')) {
    if (parameter === '') continue;
    const equals = parameter.indexOf('=');
    const rawName = equals < 0 ? parameter : parameter.slice(0, equals);
    const name = decode(rawName);
    const value = decode(equals < 0 ? '' : parameter.slice(equals + 1));
    if (name === null || value === null) {
      const message = 'is not well-formed: a % must start an encoded character';
      details.push({ path: name ?? rawName, message });
      continue;
    }
    const before = query[name];
    query[name] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value];
  }
  if (details.length > 0) throw new AppError('validation_failed', { details });
  return query;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
