import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AppError } from '../../shared/domain/errors.ts';
import type { BodyBudget } from '../kernel/http/bodies/body-budget.ts';
import { withBody } from '../kernel/http/bodies/read-body.ts';
import { describeError } from '../kernel/http/describe-error.ts';
import { sendError } from '../kernel/http/send-error.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import type { Metrics } from '../kernel/metrics/metrics.ts';
import { isSignature } from './signature.ts';

/** Middleware in Express's form, which must call `next` synchronously. */
type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

export interface CallbackHandlerDeps {
  logger: Logger;
  metrics: Metrics;
  before: readonly Middleware[];
  /** The memory for the bodies of callbacks. */
  bodies: BodyBudget;
  /** Returns the error for a callback when the server cannot even take callbacks; null when it can. */
  refuse(): AppError | null;
  /** Whether callbacks of this workspace can be valid; cheap when it is asked often. */
  canReceive(tenantId: string): Promise<boolean>;
  /** Checks the signature and stores the body durably. */
  take(tenantId: string, body: Buffer, signature: string): Promise<'stored' | 'repeated' | 'refused'>;
  /** Handles all other requests. */
  otherwise: RequestListener;
}

const ADDRESS = /^\/api\/v1\/webhook\/([^/?]+)\/?(?:\?|$)/;
const OUTCOME_UNKNOWN_MESSAGE =
  'The service could not confirm that this callback was stored. Send it again; duplicates are ignored.';
/** The platform's own maximum. */
const BODY_MAX = 3 * 1024 * 1024;

/**
 * `POST /api/v1/webhook/:tenantId`: the address that the messaging platform calls. Checks the signature, does
 * one INSERT and returns 200; a worker does everything else later. If the INSERT fails, it returns an error
 * and the platform sends the callback again. It runs before Express, whose routing costs as much as all of
 * this (decision 0221).
 */
export function callbackHandler(deps: CallbackHandlerDeps): RequestListener {
  return (req, res) => {
    const tenantId = req.method === 'POST' ? ADDRESS.exec(req.url ?? '')?.[1] : undefined;
    if (tenantId === undefined) {
      deps.otherwise(req, res);
      return;
    }
    runMiddleware(deps.before, req, res, () => {
      handleCallback(deps, tenantId, req, res).catch((thrown: unknown) => {
        const error = describeError(asUnavailable(thrown));
        if (error.report) {
          deps.logger.error({ err: thrown, requestId: res.getHeader('X-Request-Id') }, 'request failed');
        }
        if (!res.headersSent) sendError(res, error);
      });
    });
  };
}

/**
 * Turns an unknown outcome of the INSERT into 503, which is safe: the platform sends the callback again after
 * any error, and a callback is never stored twice.
 */
function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'CommitUnknownError') return error;
  return new AppError('unavailable', { message: OUTCOME_UNKNOWN_MESSAGE, cause: error });
}

/** Runs steps in order, from the one at `at`; then calls `done`. */
export function runMiddleware(
  steps: readonly Middleware[],
  req: IncomingMessage,
  res: ServerResponse,
  done: () => void,
  at = 0,
): void {
  const step = steps[at];
  if (step) step(req, res, () => runMiddleware(steps, req, res, done, at + 1));
  else done();
}

async function handleCallback(
  { metrics, bodies, refuse, canReceive, take }: CallbackHandlerDeps,
  tenantId: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const startedAt = performance.now();
  const refusal = refuse();
  if (refusal) throw refusal;
  const signature = req.headers['x-hub-signature-256'];
  const isCandidate = isSignature(signature) && (await canReceive(tenantId));
  // Anyone can call this address, so nothing is read that cannot be valid.
  const outcome = isCandidate
    ? await withBody(req, { limit: BODY_MAX, budget: bodies, sender: tenantId }, (body) =>
        take(tenantId, body, signature),
      )
    : 'refused';
  metrics.callback(outcome, performance.now() - startedAt);
  if (outcome === 'refused') throw new AppError('invalid_signature');
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Content-Length', '2');
  res.end('ok');
}
