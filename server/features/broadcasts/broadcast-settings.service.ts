import type { BroadcastSettings } from '../../../shared/contract/broadcast-planning.contract.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { asJson, jsonText } from '../../db/define-model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { findRow, insertRow, updateRows } from '../../kernel/tenancy/rows.ts';

/** How the workspace sends its broadcasts. No row: at any time. */

/** Returns how the workspace sends its broadcasts. */
export async function broadcastSettingsOf(ctx: QueryContext): Promise<BroadcastSettings> {
  const row = await findRow(ctx, 'broadcastSettings');
  if (!row) return { hours: null, prices: null };
  const { hoursFrom: from, hoursTo: to } = row;
  return {
    hours: from === null || to === null ? null : { from, to },
    prices: asJson<BroadcastSettings['prices']>(row.prices),
  };
}

/** Changes how the workspace sends its broadcasts. Those that are running follow within a second. */
export function changeBroadcastSettings(
  ctx: Context,
  settings: BroadcastSettings,
): Promise<BroadcastSettings> {
  return inTransaction(ctx, async (ctx) => {
    const { hours, prices } = settings;
    const row = {
      ...{ hoursFrom: hours?.from ?? null, hoursTo: hours?.to ?? null },
      ...{ prices: jsonText(prices), updatedAt: ctx.clock.now() },
    };
    const known = await findRow(ctx, 'broadcastSettings', { columns: ['updatedAt'], isLocked: true });
    if (known) await updateRows(ctx, 'broadcastSettings', {}, row);
    else await insertRow(ctx, 'broadcastSettings', row);
    const label =
      hours === null ? AUDIT_LABELS.write('any_time') : `${clockOf(hours.from)}–${clockOf(hours.to)}`;
    const target = { kind: 'workspace' as const, id: ctx.scope.tenantId, label };
    await ctx.audit({ action: 'workspace.broadcast_settings_changed', target });
    return settings;
  });
}

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
