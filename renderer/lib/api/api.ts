import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { dashboardApi } from '../../../shared/contract/index.ts';
import { dashboardRoutes } from '../dashboard-routes.ts';
import { t } from '../i18n.ts';
import { ApiError, errorFromBody } from './api-error.ts';
import { askForConfirmation } from './confirmation.ts';
import { requestCredentials, serverOrigin } from './server-address.ts';
import { noteServerDate } from './server-clock.ts';

/** Requests time out, so that a stalled connection does not hang a screen. */
const TIMEOUT_MS = 20_000;

let sessionLost = () => {};

/** Sets the function to call when a response reports that the session has ended. */
export function onSessionLost(listener: () => void): void {
  sessionLost = listener;
}

const link = new OpenAPILink(dashboardRoutes, {
  url: () => new URL('/api/dashboard', serverOrigin()),
  fetch: async (request, init) => {
    const sentAt = Date.now();
    const response = await fetch(request, {
      ...init,
      credentials: requestCredentials(),
      // No route redirects: a redirect would send the request to another server.
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    noteServerDate(response.headers.get('date'), sentAt, Date.now());
    return response;
  },
  customErrorResponseBodyDecoder: (body, response) => {
    const error = errorFromBody(body, response.status);
    return (
      error && new ORPCError(error.code, { status: response.status, message: error.message, cause: error })
    );
  },
  interceptors: [
    async ({ next }) => {
      try {
        return await next();
      } catch (error) {
        const failure = failureOf(error);
        if (failure.code === 'session_required') sessionLost();
        if (failure.code !== 'confirmation_required' || !(await askForConfirmation())) throw failure;
      }
      // Sent again as it was; only the first response asked for the password.
      return next().catch((error: unknown) => {
        const failure = failureOf(error);
        if (failure.code === 'session_required') sessionLost();
        throw failure;
      });
    },
  ],
});

/**
 * Sends JSON to a dashboard route that responds with a stream, which the contract's client cannot read. There
 * is no timeout: the caller's signal aborts it.
 * @throws {ApiError} when the request fails.
 */
export async function postForStream(
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(new URL(`/api/dashboard${path}`, serverOrigin()), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    credentials: requestCredentials(),
    redirect: 'error',
    cache: 'no-store',
    signal,
  }).catch((cause: unknown) => {
    throw new ApiError('network', { cause });
  });
  if (response.ok && response.body) return response.body;
  const failure = errorFromBody(await response.json().catch(() => null), response.status);
  if (failure?.code === 'session_required') sessionLost();
  throw (
    failure ??
    new ApiError('unavailable', {
      message: t('errors:unreadable', { status: response.status }),
      status: response.status,
    })
  );
}

/** A server that reads the rows of a large file answers some seconds after its last byte. */
const FILE_MS = 5 * 60_000;

/** Sends a file to a dashboard route that takes one, and returns its response. @throws {ApiError} */
export async function postFile(path: string, file: File): Promise<unknown> {
  const address = new URL(`/api/dashboard${path}`, serverOrigin());
  address.searchParams.set('filename', file.name);
  const response = await fetch(address, {
    method: 'POST',
    body: file,
    headers: { 'Content-Type': 'application/octet-stream' },
    credentials: requestCredentials(),
    redirect: 'error',
    signal: AbortSignal.timeout(FILE_MS),
  }).catch((cause: unknown) => {
    throw new ApiError('network', { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  throw errorFromBody(body, response.status) ?? new ApiError('unavailable', { status: response.status });
}

/** The dashboard API, typed by the contract. Every failure is an `ApiError`. */
export const api: ContractRouterClient<typeof dashboardApi> = createORPCClient(link);

/** Query and mutation options of TanStack Query for every route. */
export const queries = createTanstackQueryUtils(api);

function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ApiError) return error.cause;
    // The response of a proxy whose server is unavailable.
    return new ApiError(error.status >= 500 ? 'unavailable' : 'internal', {
      message: t('errors:unreadable', { status: error.status }),
      status: error.status,
      cause: error,
    });
  }
  return new ApiError('network', { cause: error });
}
