import type { Database, Transaction } from '../../db/database.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { PAUSE_HOLDS } from './send-pauses.repository.ts';

/** A message that the platform has not answered yet. Its id is the message's. */
export interface OutboundSend {
  id: Buffer;
  tenantId: Buffer;
  contactId: Buffer;
  attempts: number;
  /** Set when its bytes may have left us: until the platform answers, the outcome is unknown. */
  handedOverSecondsAgo: number | null;
}

export async function enqueueSend(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  message: { id: Buffer; contactId: Buffer },
): Promise<void> {
  await database.run(
    `INSERT INTO outbound_sends (id, tenant_id, contact_id, visible_at)
     VALUES (:id, :tenantId, :contactId, UTC_TIMESTAMP(3))`,
    { ...message, tenantId: scope.key },
    tx,
  );
}

/**
 * Whether nothing can be said of a message soon: an older one of the contact was tried already and waits,
 * and may not be overtaken, or the platform takes nothing of the workspace at the moment.
 */
export async function isHeldBack(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  send: { id: Buffer; contactId: Buffer },
): Promise<boolean> {
  const rows = await database.select<object>(
    `SELECT 1 FROM outbound_sends
     WHERE tenant_id = :tenantId AND contact_id = :contactId AND id < :id AND attempts > 0
       AND lease_token IS NULL
     UNION ALL SELECT 1 FROM send_pauses p LEFT JOIN cloud_api_settings s ON s.tenant_id = p.tenant_id
     WHERE p.tenant_id = :tenantId AND p.probe_at > UTC_TIMESTAMP(3) AND ${PAUSE_HOLDS} LIMIT 1`,
    { ...send, tenantId: scope.key },
    tx,
  );
  return rows.length > 0;
}

/** The send that a worker has claimed; null when its lease is lost or its message was answered meanwhile. */
export async function openSend(database: Database, id: Buffer, token: Buffer): Promise<OutboundSend | null> {
  const [row] = await database.select<OutboundSend>(
    `/* system: send */ SELECT id, tenant_id AS tenantId, contact_id AS contactId, attempts,
       GREATEST(0, TIMESTAMPDIFF(SECOND, handed_over_at, UTC_TIMESTAMP(3))) AS handedOverSecondsAgo
     FROM outbound_sends WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return row ?? null;
}

/** Notes, durably and before the first byte leaves, that the message is being handed over. */
export async function markHandedOver(database: Database, id: Buffer, token: Buffer): Promise<boolean> {
  const changed = await database.run(
    `/* system: send */ UPDATE outbound_sends SET handed_over_at = UTC_TIMESTAMP(3)
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
  return changed > 0;
}

const HOLD_SECONDS = 60;

/** Keeps a claimed send from others for as long as some work before it takes: a large file on a slow line. */
export async function whileHolding<T>(
  database: Database,
  id: Buffer,
  token: Buffer,
  work: () => Promise<T>,
): Promise<T> {
  const extend = () =>
    database.run(
      `/* system: send */ UPDATE outbound_sends SET visible_at = UTC_TIMESTAMP(3) + INTERVAL ${HOLD_SECONDS} SECOND
       WHERE id = :id AND lease_token = :token`,
      { id, token },
    );
  const timer = setInterval(() => void extend().catch(() => undefined), (HOLD_SECONDS * 1000) / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Lets go of a send until later. `keepHandedOver`: its outcome is still unknown. `keepAttempts`: the try
 * does not count, for nothing was wrong with the message.
 */
export async function postponeSend(
  database: Database,
  id: Buffer,
  token: Buffer,
  options: { seconds: number; keepHandedOver: boolean; keepAttempts?: boolean },
): Promise<void> {
  await database.run(
    `/* system: send */ UPDATE outbound_sends SET lease_token = NULL,
       visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(options.seconds)} SECOND
       ${options.keepHandedOver ? '' : ', handed_over_at = NULL'}
       ${options.keepAttempts ? ', attempts = attempts - 1' : ''}
     WHERE id = :id AND lease_token = :token`,
    { id, token },
  );
}

/** The platform has answered, or a status has: nothing is left to send. */
export async function finishSend(
  database: Database,
  scope: TenantScope,
  id: Buffer,
  tx?: Transaction,
): Promise<void> {
  await database.run(
    'DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND id = :id',
    { tenantId: scope.key, id },
    tx,
  );
}

export async function dropSendsOfContact(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  contactId: Buffer,
): Promise<void> {
  await database.run(
    'DELETE FROM outbound_sends WHERE tenant_id = :tenantId AND contact_id = :contactId',
    { tenantId: scope.key, contactId },
    tx,
  );
}
