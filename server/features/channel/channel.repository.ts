import type { ChannelState } from '../../../shared/contract/channel/channel.ts';
import type { CheckName, PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { ChannelCheckRow } from '../../db/models/channel-check.model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { deleteRows, findRow, findRows, Op, run, select, updateRows } from '../../kernel/tenancy/rows.ts';
import { adoptCountryOf } from '../../kernel/tenancy/workspace-country.ts';
import type { ChannelError, ChannelRow } from './channel-rows.ts';

const TEXT_MAX = 1_000;

/** Returns the row of a workspace's channel; null before the first. */
export function findChannel(ctx: QueryContext): Promise<ChannelRow | null> {
  return readChannel(ctx, false);
}

/** Returns what is known of the connected number; null before the platform has said anything. */
export async function connectedNumber(ctx: QueryContext): Promise<PlatformNumber | null> {
  return (await readChannel(ctx, false))?.number ?? null;
}

/** Returns the row of a workspace's channel and locks it until the end of the transaction. */
export function lockChannel(ctx: QueryContext): Promise<ChannelRow | null> {
  return readChannel(ctx, true);
}

async function readChannel(ctx: QueryContext, isLocked: boolean): Promise<ChannelRow | null> {
  const columns = ['state', 'since', 'reasonCode', 'reason', 'number', 'tokenExpiresAt'] as const;
  const row = await findRow(ctx, 'channel', { columns, isLocked });
  return row && { ...row, number: row.number === null ? null : asJson<PlatformNumber>(row.number) };
}

/** Stores how a workspace stands with the platform. */
export async function saveChannelState(
  ctx: QueryContext,
  state: ChannelState,
  since: Date,
  reason: ChannelError | null,
): Promise<void> {
  await run(
    ctx,
    `INSERT INTO channels (tenant_id, state, since, reason_code, reason)
     VALUES (:tenantId, :state, :since, :code, :message)
     ON DUPLICATE KEY UPDATE state = VALUES(state), since = VALUES(since),
       reason_code = VALUES(reason_code), reason = VALUES(reason)`,
    { state, since, ...faultColumns(reason) },
  );
}

/**
 * Stores the platform's data for the number and token; a workspace that is not connected stores nothing. The
 * number's country becomes that of a workspace without one.
 */
export async function saveChannelFacts(
  ctx: QueryContext,
  facts: { number?: PlatformNumber | null; tokenExpiresAt?: Date | null },
): Promise<void> {
  const { number, tokenExpiresAt } = facts;
  await updateRows(
    ctx,
    'channel',
    {},
    {
      ...(number !== undefined && { number: number && JSON.stringify(number), limitToldAt: 0 }),
      ...(tokenExpiresAt !== undefined && { tokenExpiresAt }),
    },
  );
  if (number?.displayPhoneNumber) await adoptCountryOf(ctx, number.displayPhoneNumber);
}

/** Changes what is known of the number, unless a later notice (Unix seconds) was stored before. */
export async function saveNumberNotice(
  ctx: QueryContext,
  number: PlatformNumber,
  noticeTime: number,
): Promise<void> {
  const isEarlier = { limitToldAt: { [Op.lte]: noticeTime } };
  const values = { number: JSON.stringify(number), limitToldAt: noticeTime };
  await updateRows(ctx, 'channel', isEarlier, values);
}

/** Returns the last result of every check that was made. */
export function channelChecks(ctx: QueryContext): Promise<ChannelCheckRow[]> {
  return findRows(ctx, 'channelCheck');
}

/** Stores the result of a check: good (null), or what was wrong. */
export async function saveCheck(
  ctx: QueryContext,
  name: CheckName,
  fault: ChannelError | null,
): Promise<void> {
  const column = fault === null ? 'succeeded_at' : 'failed_at';
  await run(
    ctx,
    `INSERT INTO channel_checks (tenant_id, name, ${column}, fault_code, fault)
     VALUES (:tenantId, :name, UTC_TIMESTAMP(3), :code, :message)
     ON DUPLICATE KEY UPDATE ${column} = VALUES(${column}), fault_code = VALUES(fault_code), fault = VALUES(fault)`,
    { name, ...faultColumns(fault) },
  );
}

/** Removes the results of all checks: those of former credentials say nothing about the present ones. */
export async function deleteChecks(ctx: QueryContext): Promise<void> {
  await deleteRows(ctx, 'channelCheck', {});
}

/** Returns how many messages wait to be handed to the platform. */
export async function countWaitingSends(ctx: QueryContext): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    'SELECT COUNT(*) AS count FROM outbound_sends WHERE tenant_id = :tenantId AND state = 0',
  );
  return Number(row?.count ?? 0);
}

/**
 * Returns some of the workspaces that wait for the platform, and notes the time: those that were returned longest
 * ago come next, so that each gets its turn.
 */
export async function takeUnreachable(db: Database, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: channel-watch */ SELECT tenant_id AS tenantId FROM channels
     WHERE state = 'platform_unreachable' ORDER BY checked_at, since, tenant_id LIMIT ${Math.trunc(limit)}`,
  );
  const tenantIds = rows.map(({ tenantId }) => tenantId);
  if (tenantIds.length > 0)
    await db.run(
      '/* system: channel-watch */ UPDATE channels SET checked_at = UTC_TIMESTAMP(3) WHERE tenant_id IN (:tenantIds)',
      { tenantIds: tenantIds.toSorted(Buffer.compare) },
    );
  return tenantIds;
}

function faultColumns(fault: ChannelError | null) {
  return { code: fault?.code?.slice(0, 16) ?? null, message: fault?.message.slice(0, TEXT_MAX) ?? null };
}

/** Notices that the page shows, and for how long. */
const [NOTICES_SHOWN, NOTICE_DAYS] = [5, 30];

/** Returns the platform's latest notices, newest first. */
export async function latestNotices(
  ctx: QueryContext & Pick<Context, 'clock'>,
): Promise<{ label: string; at: Date }[]> {
  const since = new Date(ctx.clock.now().getTime() - NOTICE_DAYS * DAY_MS);
  const rows = await findRows(ctx, 'auditLog', {
    columns: ['targetLabel', 'createdAt'],
    where: { action: 'cloud_api.notice' },
    order: [['id', 'DESC']],
    limit: NOTICES_SHOWN,
  });
  return rows
    .filter(({ createdAt }) => createdAt >= since)
    .map(({ targetLabel: label, createdAt: at }) => ({ label, at }));
}
