import type { RequestListener } from 'node:http';
import express, { type Response } from 'express';
import helmet from 'helmet';
import { AppError, ERRORS } from '../shared/domain/errors.ts';
import type { Container } from './container.ts';
import { explainToken } from './features/api-keys/index.ts';
import { playgroundRouter } from './features/inference/index.ts';
import { mediaRouter, uploadRouter } from './features/media/index.ts';
import { authenticateKey, authenticateSession } from './kernel/auth/authenticate.ts';
import { requireAllowedHost } from './kernel/http/allowed-hosts.ts';
import { apiHeaders } from './kernel/http/api-headers.ts';
import { desktopCors } from './kernel/http/desktop-cors.ts';
import { healthRouter } from './kernel/http/health.router.ts';
import { mountContract } from './kernel/http/mount-contract.ts';
import { dashboardRouter, styleNonceOf } from './kernel/http/pages/dashboard.router.ts';
import { docsRouter, llmsRouter } from './kernel/http/pages/docs.router.ts';
import { createReadTurns } from './kernel/http/protection/read-turns.ts';
import { slowBodies } from './kernel/http/protection/slow-bodies.ts';
import { warnOfUnknownProxy } from './kernel/http/proxy-warning.ts';
import { accessLog, requestId } from './kernel/http/request-id.ts';
import { errorHandler } from './kernel/http/send-error.ts';
import { sendJson } from './kernel/http/send-json.ts';
import { type McpOptions, mcpRouter } from './kernel/mcp/mcp.router.ts';
import { openApiDocument } from './openapi/document.ts';
import { callbackHandler, runMiddleware } from './platform/callback-handler.ts';
import { handshakeRouter } from './platform/handshake.router.ts';

const CONTENT_SECURITY = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", (_req: unknown, res: unknown) => `'nonce-${styleNonceOf(res as Response)}'`],
    'img-src': ["'self'", 'blob:', 'data:'],
    // Videos and voice messages from customers, which /media serves at signed addresses.
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    // Includes WebSockets to the same host and port.
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
};

/** Routes whose bodies are files, which may take minutes. */
const UPLOADS: ReadonlySet<string> = new Set([
  '/api/dashboard/media-uploads',
  '/api/dashboard/contact-imports',
  '/api/v1/media',
]);

/** What the operator and balancers ask, also when there are too many requests. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const NO_ROUTE = ERRORS.route_not_found.message;

/** Builds the request handler. It does not listen or start workers, so tests can use it directly. */
export function buildApp(container: Container): RequestListener {
  const { config, logger, metrics, features } = container;
  const checksAnswers = config.environment !== 'production';
  const secureCookies = config.publicUrl.startsWith('https:');
  const { perKey, perTenant, perTenantOfPeople } = container.limits;
  const openApi = openApiDocument();

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy.length > 0 ? config.trustProxy : false);

  const first = [
    requestId(),
    accessLog(logger, metrics),
    warnOfUnknownProxy(logger, config.trustProxy),
    slowBodies(30_000, (method, path) => method === 'POST' && UPLOADS.has(path)),
  ];
  const dataHeaders = apiHeaders({ https: secureCookies });
  const { checkHost, notReady, overload } = container;
  const reads = createReadTurns();
  // One step for Express, which takes longer to go from step to step than most of these take.
  app.use((req, res, next) =>
    runMiddleware(first, req, res, () => {
      const refusal = ALWAYS_ANSWERED.has(req.path) ? null : overload.request(req, res);
      if (refusal) next(refusal);
      else if (req.method === 'GET' && req.path.startsWith('/api/v1/')) reads.take(req, res, next);
      else next();
    }),
  );
  app.use('/api', dataHeaders);
  app.use('/api/v1/webhook', handshakeRouter({ ...container.callback, onAnswered: metrics.handshake }));
  app.get('/api/v1/openapi.json', async (req, res) => sendJson(req, res, await openApi));
  app.use('/api/v1', (req, _res, next) => {
    // OpenAPI has one meaning for `/messages/{…}`, the history of a contact; an id there is a message.
    if (req.method === 'GET') req.url = req.url.replace(/^(\/messages\/msg_\w+)(?=$|\?)/, '$1/details');
    next();
  });
  const publicApi: McpOptions = {
    resources: container.resources,
    router: features.publicRoutes,
    authenticate: authenticateKey(features.authenticateKey, container.requestLog.begin, explainToken),
    limit: async (res, actor) => {
      if (!actor) return;
      await perKey.take(res, actor.id);
      await perTenant.take(res, actor.scope.tenantId);
    },
    bodies: container.bodies.requests,
    once: container.once,
    secureCookies,
    publicUrl: config.publicUrl,
    checksAnswers,
    document: openApi,
  };
  app.use('/api/v1', mountContract(publicApi));
  app.use('/mcp', dataHeaders, mcpRouter(publicApi));
  const authenticatePerson = authenticateSession(features.authenticateSession, secureCookies);
  // The host check follows the CORS headers: the desktop app can then show why a request was rejected.
  app.use('/api/dashboard', desktopCors(), requireAllowedHost(checkHost));
  app.use(
    '/api/dashboard/media-uploads',
    uploadRouter({
      authenticate: authenticatePerson,
      limit: (res, actor) => perTenantOfPeople.take(res, actor.scope.tenantId),
      ...container.media,
    }),
  );
  app.use(
    '/api/dashboard',
    playgroundRouter({
      resources: container.resources,
      authenticate: authenticatePerson,
      limit: perTenantOfPeople,
      bodies: container.bodies.requests,
      deadlineMs: config.inferenceDeadlineMs,
    }),
    container.assistTexts({
      resources: container.resources,
      authenticate: authenticatePerson,
      limit: perTenantOfPeople,
      bodies: container.bodies.requests,
    }),
    mountContract({
      resources: container.resources,
      router: features.dashboardRoutes,
      authenticate: authenticatePerson,
      limit: async (res, actor) => {
        if (actor) await perTenantOfPeople.take(res, actor.scope.tenantId);
      },
      bodies: container.bodies.requests,
      secureCookies,
      checksAnswers,
    }),
  );
  app.use('/api', () => {
    throw new AppError('route_not_found', {
      message: `${NO_ROUTE} Addresses of the API start with /api/v1.`,
    });
  });
  // A program that omits /api, or asks for the model here, must not get the page of the dashboard.
  app.use(/^\/v\d+(?=\/)/, () => {
    const message = `${NO_ROUTE} Addresses of the API start with /api/v1, and the model is at ${config.inferenceUrl}.`;
    throw new AppError('route_not_found', { message });
  });
  app.use(healthRouter({ metrics, metricsToken: config.metricsToken, checkHost, notReady }));
  app.use('/media', desktopCors(), mediaRouter(container.media));
  app.use('/downloads', container.downloadsRouter());
  app.use(
    helmet({
      contentSecurityPolicy: CONTENT_SECURITY,
      strictTransportSecurity: secureCookies,
      originAgentCluster: false,
    }),
  );
  app.use('/docs', docsRouter(container.docsFolders));
  app.use(llmsRouter(container.docsFolders));
  app.use(dashboardRouter(container.dashboardFolder, logger));
  app.use(() => {
    throw new AppError('route_not_found');
  });
  app.use(errorHandler(logger, config.publicUrl));
  const { canReceive, take } = container.callback;
  return callbackHandler({
    logger,
    metrics,
    before: [...first, dataHeaders],
    bodies: container.bodies.callbacks,
    refuse: overload.callback,
    canReceive,
    take,
    otherwise: app,
  });
}
