import { REQUEST_LOG_DAYS, REQUEST_LOG_ROWS } from '../../../shared/contract/request-log.contract.ts';
import type { Bindings, Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { createPassedOver } from '../../kernel/housekeeping/passed-over.ts';
import { BATCH_ROWS, type HousekeepingStep } from '../../kernel/housekeeping/step.ts';
import { select } from '../../kernel/tenancy/rows.ts';

/** A request of a program as it is stored. */
export interface RequestRow {
  id: Buffer;
  tenantId: Buffer;
  keyId: Buffer;
  method: string;
  path: string;
  status: number;
  ms: number;
  requestId: string;
  ip: string | null;
  errorCode: string | null;
  /** Fields that the error named, joined by commas. */
  fields: string | null;
  idempotencyKey: string | null;
  createdAt: Date;
}

export type RequestView = Omit<RequestRow, 'tenantId'> & { keyName: string | null; revokedAt: Date | null };

/** What narrows the list. */
export interface RequestFilter {
  statuses?: readonly [number, number] | undefined;
  method?: string | undefined;
  keyId?: Buffer | undefined;
  search?: string | undefined;
}

/** Writes requests, of any workspaces, in one statement. */
export async function storeRequests(db: Database, rows: readonly RequestRow[]): Promise<void> {
  await db.run(
    `INSERT INTO api_requests (tenant_id, id, key_id, method, path, status, ms, request_id, ip, error_code, fields,
       idempotency_key, created_at) VALUES :rows`,
    {
      rows: rows.map((row) => [
        ...[row.tenantId, row.id, row.keyId, row.method, row.path, row.status, row.ms, row.requestId],
        ...[row.ip, row.errorCode, row.fields, row.idempotencyKey, row.createdAt],
      ]),
    },
  );
}

/** Returns requests of a workspace, newest first, from behind `before`. It reads at most the rows that are kept. */
export function newestRequests(
  ctx: QueryContext,
  { statuses, method, keyId, search }: RequestFilter,
  before: Buffer | null,
  limit: number,
): Promise<RequestView[]> {
  const parts: string[] = [];
  const bindings: Bindings = {};
  const narrow = (part: string, values: Bindings) => {
    parts.push(`AND ${part}`);
    Object.assign(bindings, values);
  };
  if (before) narrow('r.id < :before', { before });
  if (statuses) narrow('r.status BETWEEN :least AND :most', { least: statuses[0], most: statuses[1] });
  if (method !== undefined) narrow('r.method = :method', { method });
  if (keyId) narrow('r.key_id = :keyId', { keyId });
  if (search !== undefined) {
    narrow(
      `(r.request_id = :search OR r.idempotency_key = :search OR r.error_code = :search OR r.status = :status
        OR INSTR(r.path, :search) > 0)`,
      { search: inAscii(search), status: /^\d{3}$/.test(search) ? Number(search) : -1 },
    );
  }
  return select<RequestView>(
    ctx,
    `SELECT r.id, r.key_id AS keyId, r.method, r.path, r.status, r.ms, r.request_id AS requestId, r.ip,
       r.error_code AS errorCode, r.fields, r.idempotency_key AS idempotencyKey, r.created_at AS createdAt,
       k.name AS keyName, k.revoked_at AS revokedAt
     FROM api_requests r LEFT JOIN api_keys k ON k.tenant_id = r.tenant_id AND k.id = r.key_id
     WHERE r.tenant_id = :tenantId ${parts.join(' ')} ORDER BY r.id DESC LIMIT ${Math.trunc(limit)}`,
    bindings,
  );
}

/** Returns a text as it stands in a path. The columns hold ASCII only, and the database cannot compare it with other letters. */
function inAscii(text: string): string {
  return text.replace(/[^\u0020-\u007e]+/gu, (letters) =>
    encodeURIComponent(letters.replace(/\p{Cs}/gu, '')),
  );
}

/** Returns the step that removes old requests, and those beyond what a workspace keeps. */
export function requestLogRetention(db: Database): HousekeepingStep {
  return {
    name: 'api_requests',
    sweep: async function* () {
      const passedOver = createPassedOver('request logs of workspaces');
      for (let after: Buffer = Buffer.alloc(0); ; ) {
        const [next] = await db.select<{ tenantId: Buffer }>(
          `/* system: housekeeping */ SELECT tenant_id AS tenantId FROM api_requests WHERE tenant_id > :after
           ORDER BY tenant_id LIMIT 1`,
          { after },
        );
        if (!next) break;
        after = next.tenantId;
        let surplus: Buffer | undefined;
        for (let removed: number = BATCH_ROWS; removed >= BATCH_ROWS; ) {
          removed = 0;
          await passedOver.attempt({ id: next.tenantId, ...next }, async () => {
            surplus ??= await newestSurplus(db, next.tenantId);
            // Ids sort by time, so the oldest rows are the first of the range.
            removed = await db.run(
              `DELETE FROM api_requests WHERE tenant_id = :tenantId
                 AND (id <= :surplus OR created_at < UTC_TIMESTAMP(3) - INTERVAL ${REQUEST_LOG_DAYS} DAY)
               ORDER BY id LIMIT ${BATCH_ROWS}`,
              { ...next, surplus },
            );
          });
          yield removed;
        }
      }
      passedOver.end();
    },
  };
}

/** Returns the id of the newest request beyond what a workspace keeps; an empty one, before all others, without any. */
async function newestSurplus(db: Database, tenantId: Buffer): Promise<Buffer> {
  const [surplus] = await db.select<{ id: Buffer }>(
    `SELECT id FROM api_requests WHERE tenant_id = :tenantId ORDER BY id DESC LIMIT 1 OFFSET ${REQUEST_LOG_ROWS}`,
    { tenantId },
  );
  return surplus?.id ?? Buffer.alloc(0);
}
