import type { AnyContractRouter } from '@orpc/contract';
import { createProcedureClient, type Router as RpcRouter } from '@orpc/server';
import type { Request, RequestHandler, Response } from 'express';
import type { RouteMeta } from '../../../shared/contract/base.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { type Actor, requireConfirmation } from '../auth/actor.ts';
import { callerOf } from '../auth/authenticate.ts';
import { deviceCookie, readDeviceCookie } from '../auth/device-cookie.ts';
import type { Resources } from '../context/context.ts';
import type { Claim } from '../idempotency/claim.ts';
import { fingerprintOf, hashKey, readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Once } from '../idempotency/once.ts';
import { noteRoute } from '../tracing/http-spans.ts';
import type { BodyBudget } from './bodies/body-budget.ts';
import { discardRest, type FileBody, fileBodyOf } from './bodies/file-body.ts';
import { readJsonBody } from './bodies/json-body.ts';
import { indexRoutes, routesOf } from './contract-routes.ts';
import { explainInput } from './describe-error.ts';
import { callLeniently } from './lenient-input.ts';
import { isLocalRequest } from './local-request.ts';
import type { RequestContext } from './request-context.ts';
import { sendJson } from './send-json.ts';
import { sessionCookie } from './session-cookie.ts';
import { withUncheckedAnswers } from './unchecked-answers.ts';

export interface MountOptions {
  /** The resources for the contexts of requests. */
  resources: Resources;
  /** oRPC's implementation of a contract: handlers by route. */
  router: RpcRouter<AnyContractRouter, RequestContext>;
  /** Identifies the caller. Throws when a credential is wrong; null without one, which open routes allow. */
  authenticate(req: Request): Promise<Actor | null>;
  limit(res: Response, actor: Actor | null, ip: string): Promise<void>;
  /** The memory for the bodies of requests. */
  bodies: BodyBudget;
  /** Stores the responses to POSTs with an Idempotency-Key, where supported. */
  once?: Once;
  secureCookies: boolean;
  /** The address of the server, for the Link headers of lists; not given: without them. */
  publicUrl?: string;
  /** Whether responses are validated against the contract before they are sent. */
  checksAnswers: boolean;
}

/** A request to a route, without its HTTP. */
export interface RouteRequest {
  method: string;
  /** The address with its query. */
  address: string;
  query: unknown;
  /** The body before the contract has parsed it; undefined without one. */
  body: unknown;
  /** The file that is the body of a file route; else null. */
  file: FileBody | null;
  idempotencyKey: string | undefined;
}

/** The HTTP request that a call belongs to, and its response. */
export interface CallerOfRoute {
  req: Request;
  res: Response;
  actor: Actor | null;
}

/** Calls the routes of a contract: for HTTP (`mountContract`) and for tools (MCP), with the same checks. */
export function createRouteCaller(options: Omit<MountOptions, 'authenticate' | 'limit' | 'bodies'>) {
  const implemented = options.checksAnswers ? options.router : withUncheckedAnswers(options.router);
  const routes = indexRoutes(
    routesOf(implemented).map((route) => ({
      route,
      found: {
        access: route.access,
        confirmation: route.confirmation,
        takesFile: route.takesFile,
        status: route.status,
        method: route.method,
        path: route.path,
        call: createProcedureClient(route.procedure, { context: (context: RequestContext) => context }),
        inputSchema: route.inputSchema,
      },
    })),
  );
  type Match = NonNullable<ReturnType<typeof routes.find>>;
  return {
    routes,
    /** Checks permission and confirmation, which need no body. */
    checkAccess({ found: { access, confirmation } }: Match, actor: Actor | null): void {
      checkAccess(access, actor);
      if (confirmation === 'confirmed') requireConfirmation(actor);
    },
    /** Parses the input, calls the handler and returns its response; once for each Idempotency-Key. */
    async call(match: Match, { req, res, actor }: CallerOfRoute, request: RouteRequest) {
      let { status } = match.found;
      let file: string | null = null;
      const context: Omit<RequestContext, 'claim'> = {
        resources: options.resources,
        requestId: String(res.getHeader('X-Request-Id')),
        ...callerOf(req),
        isLocal: isLocalRequest(req),
        actor,
        file: request.file,
        response: res,
        setStatus: (given) => {
          status = given;
        },
        offerFile: (path) => {
          file = path;
        },
        deviceMarks: readDeviceCookie(req.headers.cookie, options.secureCookies),
        setDeviceCookie: (marks) => res.append('Set-Cookie', deviceCookie(marks, options.secureCookies)),
        setSessionCookie: (token) => res.append('Set-Cookie', sessionCookie(token, options.secureCookies)),
      };
      const { query, body } = request;
      const answer: unknown = await executeOnce(
        options.once,
        { request, response: res, actor, status },
        (claim) =>
          callLeniently((input) => match.found.call(input, { context: { ...context, claim } }), {
            params: match.params,
            query,
            body,
          }).catch((error) => {
            throw explainInput(error, match.found.inputSchema);
          }),
      );
      return { status, answer, file: file as string | null };
    },
  };
}

/**
 * Mounts a contract in Express. The steps of every request: authenticate → rate limit → route → permission
 * (from the contract) → query → JSON body → Idempotency-Key → parse → handler → JSON. The app's last handler
 * turns errors of all steps into responses.
 */
export function mountContract(options: MountOptions): RequestHandler {
  const caller = createRouteCaller(options);

  const handle = async (req: Request, res: Response) => {
    const actor = await options.authenticate(req);
    await options.limit(res, actor, req.ip ?? '');
    const match = caller.routes.find(req.method, req.path);
    if (!match) return rejectMethod(req, res, caller.routes.allowed(req.path));
    noteRoute(match.found.method, [req.baseUrl, match.found.path], actor?.scope.tenantId);
    caller.checkAccess(match, actor);
    const query = readQuery(req.originalUrl);
    const incoming = match.found.takesFile ? fileBodyOf(req) : null;
    const sender = actor?.scope.tenantId ?? req.ip ?? '';
    const body = incoming ? undefined : await readJsonBody(req, options.bodies, sender);
    const { status, answer, file } = await caller.call(
      match,
      { req, res, actor },
      {
        method: req.method,
        address: req.originalUrl,
        query,
        body,
        file: incoming,
        idempotencyKey: req.get('Idempotency-Key'),
      },
    );
    // The response to a repeated upload is known before its bytes have arrived.
    if (incoming) discardRest(req);
    res.statusCode = status;
    if (file !== null) {
      res.vary('Accept');
      if (!asksForJson(req)) res.status(302).setHeader('Location', file);
    }
    if (options.publicUrl !== undefined) linkNextPage(req, res, options.publicUrl, answer);
    await sendJson(req, res, answer);
  };
  return async (req, res) => {
    try {
      await handle(req, res);
    } catch (error) {
      if (caller.routes.find(req.method, req.path)?.found.takesFile) {
        // A caller who has disconnected gets no response.
        if (req.destroyed && !req.complete) return;
        discardRest(req);
      }
      throw error;
    }
  };
}

/** Returns what identifies an upload that is repeated with its Idempotency-Key, before its bytes are read. */
function factsOf({ contentType, size }: FileBody, query: unknown) {
  return { contentType, size, query };
}

/** An address without a query that is the same after parsing. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/;
const PLAIN_CURSOR = /^[\w-]+$/;

/** Adds the address of a list's next page as a header, which generic clients follow without reading the body. */
function linkNextPage(req: Request, res: Response, publicUrl: string, answer: unknown): void {
  const cursor = nextCursorOf(answer);
  if (req.method !== 'GET' || cursor === null) return;
  // Most often there is nothing to replace; parsing an address takes as long as finding its route.
  if (PLAIN_PATH.test(req.originalUrl) && PLAIN_CURSOR.test(cursor)) {
    res.setHeader('Link', `<${publicUrl}${req.originalUrl}?cursor=${cursor}>; rel="next"`);
    return;
  }
  const url = new URL(`${publicUrl}${req.originalUrl}`);
  // The cursor takes the place of the page number.
  url.searchParams.delete('page');
  url.searchParams.set('cursor', cursor);
  res.setHeader('Link', `<${url.href}>; rel="next"`);
}

function nextCursorOf(answer: unknown): string | null {
  const list = answer as {
    nextCursor?: unknown;
    pagination?: { nextCursor?: unknown };
    cursor?: unknown;
    hasMore?: unknown;
  } | null;
  // A feed always has a cursor, also at its end, to ask there again later.
  const cursor =
    list?.pagination?.nextCursor ?? list?.nextCursor ?? (list?.hasMore === true ? list.cursor : null);
  return typeof cursor === 'string' ? cursor : null;
}

/** Whether the caller requests JSON explicitly, not just any type. */
function asksForJson(req: Request): boolean {
  return /\bapplication\/json\b/i.test(req.get('Accept') ?? '');
}

/** Returns the allowed methods for OPTIONS, and an error for other methods without a route. */
function rejectMethod(req: Request, res: Response, allowed: readonly string[]): void {
  res.setHeader('Allow', allowed.join(', '));
  if (req.method === 'OPTIONS') {
    res.status(204).end();
    return;
  }
  throw new AppError('method_not_allowed', {
    message: `${req.method} is not allowed here. Allowed: ${allowed.join(', ')}.`,
  });
}

/** Checks the permission that the contract declares for the route. There is no default. */
function checkAccess(access: RouteMeta['access'], actor: Actor | null): void {
  if (access === 'open') return;
  if (!actor) throw new AppError('session_required');
  if (access === 'session' ? actor.kind === 'user' : access === 'key' || actor.permissions.has(access))
    return;
  throw new AppError('forbidden', {
    message:
      actor.kind === 'key'
        ? `This API key lacks the permission ${access}.`
        : 'Your role does not allow this.',
  });
}

interface IncomingCall {
  request: RouteRequest;
  response: Pick<Response, 'setHeader'>;
  actor: Actor | null;
  /** The status of a successful response, from the contract. */
  status: number;
}

/**
 * Executes a call, but returns the stored response for a repeated POST with an Idempotency-Key. Applies to
 * all POSTs of the contract; routes do not need to handle it.
 */
async function executeOnce(
  once: Once | undefined,
  { request, response, actor, status }: IncomingCall,
  execute: (claim: Claim | null) => Promise<unknown>,
): Promise<unknown> {
  const isKeyable = once && actor && request.method === 'POST';
  const key = isKeyable ? readIdempotencyKey(request.idempotencyKey) : null;
  if (!isKeyable || key === null) return execute(null);
  const [path = ''] = request.address.split('?', 1);
  const { file, query } = request;
  const fingerprint = fingerprintOf(request.method, path, file ? factsOf(file, query) : request.body);
  const keyHash = hashKey(actor.id, key);
  const answer = await once({ scope: actor.scope, keyHash, fingerprint, status }, execute);
  if (answer.isReplay) response.setHeader('Idempotency-Replayed', 'true');
  return answer.body;
}

/** The parameters of a query; a repeated one is a list, which none of our routes accepts. */
type Query = Record<string, string | string[]>;

/**
 * Parses the query of a URL. Rejects a % that does not start an encoded character, which would otherwise be
 * misread.
 * @throws {AppError} validation_failed with every such parameter.
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
