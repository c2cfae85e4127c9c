import { type AnyContractRouter, ORPCError } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/node';
import type { Router as RpcRouter } from '@orpc/server';
import express, { type Request, type Response, type Router } from 'express';
import type { RouteMeta } from '../../../shared/contract/base.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Actor } from '../auth/actor.ts';
import type { Once } from '../idempotency/once.ts';
import type { Logger } from '../logging/logger.ts';
import { allowedMethods } from './allowed-methods.ts';
import { checkQuery } from './check-query.ts';
import { describeError } from './describe-error.ts';
import { answerOnce } from './idempotent-call.ts';
import { jsonBody } from './json-body.ts';
import type { RequestContext } from './request-context.ts';
import { errorBody, sendError, setErrorHeaders } from './send-error.ts';
import { sessionCookie } from './session-cookie.ts';
import { withUncheckedAnswers } from './unchecked-answers.ts';

/** Handlers see a request's context; the mechanisms around them the request too. */
type MountedContext = RequestContext & { req: Request };

export interface MountOptions {
  prefix: `/${string}`;
  /** oRPC's implementation of a contract: handlers by route. */
  router: RpcRouter<AnyContractRouter, RequestContext>;
  /** Finds out who is asking. Throws when a credential is wrong; null when there is none and that may be right. */
  authenticate(req: Request): Promise<Actor | null>;
  limit(res: Response, actor: Actor | null, ip: string): Promise<void>;
  /** Where POSTs may carry an Idempotency-Key: keeps their answers. */
  once?: Once;
  logger: Logger;
  secureCookies: boolean;
  /** Whether answers are compared with the contract before they leave. */
  checksAnswers: boolean;
}

/**
 * Mounts a contract in Express. The one path of a request: who is asking → is it within the limits →
 * method → query → JSON body → route → may they (from the contract) → the first with its Idempotency-Key? →
 * parse → handler → JSON; errors become HTTP here.
 */
export function mountContract(options: MountOptions): Router {
  const { prefix, logger } = options;
  const routes = options.checksAnswers ? options.router : withUncheckedAnswers(options.router);
  const handler = new OpenAPIHandler<MountedContext>(routes, {
    clientInterceptors: [
      async ({ next, procedure, context }) => {
        const { meta, route } = procedure['~orpc'];
        const { actor, response, req } = context;
        try {
          checkAccess((meta as RouteMeta).access, actor);
          const call = { request: req, response, actor, body: req.body, status: route.successStatus ?? 200 };
          return await answerOnce(options.once, call, async () => next());
        } catch (thrown) {
          const error = describeError(thrown);
          if (error.report) logger.error({ err: thrown, requestId: context.requestId }, 'request failed');
          setErrorHeaders(context.response, error);
          const data = errorBody(error, context.requestId);
          throw new ORPCError(error.code, { status: error.status, message: error.message, data });
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => error.data,
  });

  const router = express.Router();
  router.use(async (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    const actor = await options.authenticate(req);
    res.locals.actor = actor;
    await options.limit(res, actor, req.ip ?? '');
    next();
  });
  router.use(allowedMethods(options.router), checkQuery, jsonBody);
  router.use(async (req, res) => {
    // A HEAD is answered like its GET; Node leaves the body out by itself.
    if (req.method === 'HEAD') req.method = 'GET';
    const context: MountedContext = {
      requestId: String(res.getHeader('X-Request-Id')),
      ip: req.ip ?? '',
      userAgent: (req.get('User-Agent') ?? '').slice(0, 200),
      actor: res.locals.actor as Actor | null,
      req,
      response: res,
      setSessionCookie: (token) => res.append('Set-Cookie', sessionCookie(token, options.secureCookies)),
    };
    req.url = req.originalUrl;
    const { matched } = await handler.handle(req, res, { prefix, context });
    if (!matched) sendError(res, describeError(new AppError('route_not_found')));
  });
  return router;
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
