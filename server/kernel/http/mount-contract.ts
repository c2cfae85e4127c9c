import type { AnyContractRouter } from '@orpc/contract';
import { createProcedureClient, type Router as RpcRouter } from '@orpc/server';
import type { Request, RequestHandler, Response } from 'express';
import type { RouteMeta } from '../../../shared/contract/base.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Actor } from '../auth/actor.ts';
import type { Once } from '../idempotency/once.ts';
import { indexRoutes, routesOf } from './contract-routes.ts';
import { answerOnce } from './idempotent-call.ts';
import { readJsonBody } from './json-body.ts';
import { readQuery } from './read-query.ts';
import type { RequestContext } from './request-context.ts';
import { sessionCookie } from './session-cookie.ts';
import { withUncheckedAnswers } from './unchecked-answers.ts';

export interface MountOptions {
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
    const context: RequestContext = {
      requestId: String(res.getHeader('X-Request-Id')),
      ip: req.ip ?? '',
      userAgent: (req.get('User-Agent') ?? '').slice(0, 200),
      actor,
      response: res,
      setSessionCookie: (token) => res.append('Set-Cookie', sessionCookie(token, options.secureCookies)),
    };
    const answer: unknown = await answerOnce(
      options.once,
      { request: req, response: res, actor, body, status },
      () => call({ params: match.params, query, body }, { context }),
    );
    res.statusCode = status;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.end(JSON.stringify(answer));
  };
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
