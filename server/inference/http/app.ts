import { randomBytes } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { isOutage } from '../../db/database-errors.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { isSameText } from '../../kernel/crypto/same-text.ts';
import type { HostCheck } from '../../kernel/http/allowed-hosts.ts';
import { isLocalRequest } from '../../kernel/http/local-request.ts';
import { createRateLimiter } from '../../kernel/http/rate-limit.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { APIS, type Backend } from '../backends/backend.ts';
import { DRAINING_HEADER } from '../draining-header.ts';
import { OpenAiError } from '../openai/openai-error.ts';
import { admit, mayUseModel, requireModel } from './admission.ts';
import { sendOpenAiError } from './answer.ts';
import type { InferenceMetrics } from './metrics.ts';

export interface InferenceAppDeps {
  backend: Backend;
  resources: Pick<Resources, 'db' | 'clock' | 'keyring'>;
  metrics: InferenceMetrics;
  logger: Logger;
  metricsToken: string | undefined;
  /** For `/metrics` only. The other routes accept any host name. */
  checkHost: HostCheck;
  perMinute: number;
  /** Origins of web pages that may call `/v1`. */
  corsOrigins: readonly string[];
  /** The page that explains the errors. */
  docsUrl: string;
  /** Whether this server is about to stop: it still answers, and says so. */
  isDraining(): boolean;
}

const BODY_LIMIT = '4mb';
/** The paths under `/v1`, which are answered without it too. */
const WITHOUT_V1 = new RegExp(`^/(?:models|${APIS.join('|')})(?:/|$)`);

/** Builds the endpoint's Express app. Everything under `/v1` needs a key; `/health` and `/metrics` do not. */
export function buildInferenceApp(deps: InferenceAppDeps): Express {
  const { backend, resources, metrics, logger, metricsToken, checkHost } = deps;
  const status = backend.statusReader();
  const perKey = createRateLimiter(
    { name: 'inference', counts: 'requests a minute for this key', perMinute: deps.perMinute },
    // Each worker counts its own requests. Only the API servers use Redis.
    null,
  );
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.locals.docsUrl = deps.docsUrl;

  app.use((req, res, next) => {
    const startedAt = performance.now();
    res.locals.startedAt = startedAt;
    res.set('X-Request-Id', `req_${randomBytes(16).toString('hex')}`);
    res.on('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      metrics.request(res.statusCode);
      // Prompts and answers are never logged.
      logger.debug({ method: req.method, path: req.path, status: res.statusCode, ms }, 'request');
    });
    // Nobody should send the next request here, not on this connection either.
    if (deps.isDraining()) res.set({ [DRAINING_HEADER]: 'true', Connection: 'close' });
    next();
  });
  app.get('/health', (_req, res) => {
    const { state, progress, model, error } = status();
    if (deps.isDraining()) {
      res.status(503).json({ status: 'draining' });
      return;
    }
    res.status(state === 'ready' ? 200 : 503).json({
      status: state === 'ready' ? 'ok' : state,
      ...(state === 'ready' ? { model: model?.id, isTestModel: model?.isTestModel } : { progress, error }),
    });
  });
  app.get('/metrics', async (req, res) => {
    const foreignHost = checkHost(req.headers);
    if (foreignHost !== null) throw new OpenAiError(403, 'host_not_allowed', foreignHost);
    const isAllowed = metricsToken
      ? isSameText(req.get('Authorization') ?? '', `Bearer ${metricsToken}`)
      : isLocalRequest(req);
    if (!isAllowed) throw notFound(req);
    res.type(metrics.contentType).send(await metrics.text());
  });

  const v1 = express.Router();
  // Before the key: a browser asks without it whether it may send it.
  v1.use(allowOrigins(deps.corsOrigins));
  // Checks the key before reading the body, so requests without a key cannot send 4 MB.
  v1.use(async (req, res, next) => {
    res.locals.actor = await admit(req, res, resources, perKey);
    next();
  });
  v1.get('/models', (_req, res) => {
    const { data, ...list } = backend.list();
    res.json({ ...list, data: data.filter(({ id }) => mayUseModel(res.locals.actor, id)) });
  });
  v1.get('/models/*id', (req, res) => {
    const model = backend.show([req.params.id].flat().join('/'));
    requireModel(res.locals.actor, model.id);
    res.json(model);
  });
  for (const api of APIS) {
    v1.post(
      `/${api}`,
      requireJson,
      express.json({ limit: BODY_LIMIT, strict: false, type: () => true }),
      async (req, res) => {
        await backend.answer(api, res.locals.actor, req, res);
      },
    );
    v1.all(`/${api}`, (req, res) => {
      res.set('Allow', 'POST');
      throw new OpenAiError(405, 'method_not_allowed', `Send a POST to this address, not a ${req.method}.`);
    });
  }
  app.use('/v1', v1);
  // A base address without /v1 is the most common mistake in the settings of a client.
  app.use((req, res, next) => (WITHOUT_V1.test(req.path) ? v1(req, res, next) : next()));
  app.use((req) => {
    throw notFound(req);
  });
  app.use(answerErrors(logger));
  return app;
}

function requireJson(req: Request, _res: unknown, next: (error?: unknown) => void): void {
  const isJson = /^application\/json\s*(;|$)/i.test(req.get('Content-Type') ?? '');
  next(isJson ? undefined : new OpenAiError(415, null, 'Send JSON with Content-Type: application/json.'));
}

function notFound(req: Request): OpenAiError {
  return new OpenAiError(404, 'unknown_url', `There is nothing at ${req.method} ${req.path}.`);
}

function answerErrors(logger: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    sendOpenAiError(res, asOpenAiError(error, logger));
  };
}

function asOpenAiError(error: unknown, logger: Logger): OpenAiError {
  if (error instanceof OpenAiError) return error;
  const { type } = error as { type?: string };
  if (type === 'entity.too.large')
    return new OpenAiError(413, 'payload_too_large', `The body is larger than ${BODY_LIMIT}.`);
  if (type === 'entity.parse.failed')
    return new OpenAiError(400, 'invalid_json', 'The body is not valid JSON.');
  if (type === 'request.aborted') return new OpenAiError(400, 'request_aborted', 'The request broke off.');
  if (type?.startsWith('encoding.') || type?.startsWith('charset.')) {
    return new OpenAiError(415, null, 'Send the body as UTF-8.');
  }
  if (error instanceof URIError)
    return new OpenAiError(400, 'invalid_value', 'The address is not well formed.');
  logger.error({ err: error }, 'a request failed');
  // After a commit with an unknown outcome too: at most a call was counted.
  if (isOutage(error)) {
    return new OpenAiError(503, 'unavailable', 'The service is temporarily unavailable. Try again soon.', {
      retryAfter: 2,
    });
  }
  return new OpenAiError(500, 'internal_error', 'Something went wrong on our side.');
}

/** How long a browser remembers the answer to its question, in seconds. */
const REMEMBERED_SECONDS = 600;
/** Clients ask for about a dozen headers. */
const LONGEST_LIST = 2_000;
const EXPOSED = [
  'Link',
  'X-Request-Id',
  'X-Queue-Position',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
];

/**
 * Lets the web pages of these origins call the endpoint. Keys are sent as a header that a page must set itself, and
 * cookies are never read, so no credentials of the browser are involved.
 */
function allowOrigins(origins: readonly string[]): RequestHandler {
  return (req, res, next) => {
    const origin = req.get('Origin');
    if (origins.length > 0) res.vary('Origin');
    if (origin === undefined || !origins.includes(origin)) return next();
    res.set('Access-Control-Allow-Origin', origin);
    const asked = req.get('Access-Control-Request-Method');
    if (req.method !== 'OPTIONS' || asked === undefined) {
      res.set('Access-Control-Expose-Headers', EXPOSED.join(', '));
      return next();
    }
    res.set('Access-Control-Allow-Methods', 'GET, POST');
    // Client libraries add headers of their own, which differ between versions.
    const headers = req.get('Access-Control-Request-Headers') ?? '';
    if (headers.length <= LONGEST_LIST) res.set('Access-Control-Allow-Headers', headers);
    res.set('Access-Control-Max-Age', String(REMEMBERED_SECONDS));
    res.status(204).end();
  };
}
