import { implement } from '@orpc/server';
import {
  type LoggedRequest,
  type RequestLogQuery,
  requestLogContract,
} from '../../../shared/contract/request-log.contract.ts';
import type { Context } from '../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/index.ts';
import { createRequestLog } from './record-requests.ts';
import { newestRequests, type RequestView, requestLogRetention } from './request-log.repository.ts';

/** Wires the log of the requests of programs. */
export function registerRequestLog({ background }: Kernel) {
  const os = implement(requestLogContract).$context<RequestContext>();
  return {
    log: createRequestLog(background.resources),
    retention: [requestLogRetention(background.database)],
    routes: os.router({
      list: os.list.handler(({ input, context }) => listRequests(contextOf(context), input.query)),
    }),
  };
}

const STATUSES = { succeeded: [0, 399], refused: [400, 499], failed: [500, 999] } as const;

/**
 * Returns a page of the log of requests, newest first.
 * @throws {AppError} validation_failed for a cursor of another list.
 */
async function listRequests(ctx: Context, query: RequestLogQuery) {
  const { cursors, scope } = ctx;
  const { limit, cursor, outcome, method, keyId, search } = query;
  const list = ['api-requests', scope.tenantId, outcome, method, keyId, search];
  const [after] = cursor ? cursors.read(list, cursor) : [];
  const before = after === undefined ? null : decodeId(String(after));
  const key = keyId === undefined ? undefined : tryDecodeId('apiKey', keyId);
  // No request was made with a key that is none.
  if (key === null) return { data: [], nextCursor: null };
  const filter = { method, search, keyId: key, statuses: outcome && STATUSES[outcome] };
  const rows = await newestRequests(ctx, filter, before, limit + 1);
  const data = rows.slice(0, limit).map(present);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return { data, nextCursor: last ? cursors.write(list, [last.id]) : null };
}

function present(row: RequestView): LoggedRequest {
  const { method, path, status, requestId, ip, errorCode, idempotencyKey } = row;
  return {
    ...{ method, path, status, requestId, ip, errorCode, idempotencyKey },
    id: encodeId('loggedRequest', row.id),
    milliseconds: row.ms,
    key: {
      id: encodeId('apiKey', row.keyId),
      name: row.keyName,
      isDeleted: row.keyName === null || row.revokedAt !== null,
    },
    invalidFields: row.fields?.split(',') ?? [],
    createdAt: row.createdAt.toISOString(),
  };
}
