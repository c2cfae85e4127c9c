import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import type { ResponseRules } from '../../../shared/domain/time/business-time.ts';
import { asJson, jsonText } from '../../db/define-model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { findRow, insertRow, updateRows } from '../../kernel/tenancy/rows.ts';
import { findResponseRules } from './inbox.repository.ts';

/**
 * When the team works, and within which time it wants to answer. What is due follows from these rules and from the
 * time since which a customer waits, so nothing is stored with conversations (decision 0277).
 */

const NO_RULES: ResponseRules = { hours: null, firstResponseMinutes: null, nextResponseMinutes: null };

/** Returns the rules of the workspace. */
export async function responseRulesOf(ctx: QueryContext): Promise<ResponseRules> {
  const row = await findResponseRules(ctx);
  if (!row) return NO_RULES;
  const { hours, firstResponseMinutes, nextResponseMinutes } = row;
  return { hours: asJson<ResponseRules['hours']>(hours), firstResponseMinutes, nextResponseMinutes };
}

/** Replaces the rules of the workspace. */
export async function changeResponseRules(ctx: Context, rules: ResponseRules): Promise<ResponseRules> {
  return inTransaction(ctx, async (ctx) => {
    const { hours, firstResponseMinutes, nextResponseMinutes } = rules;
    const row = {
      hours: hours === null ? null : jsonText(hours),
      ...{ firstResponseMinutes, nextResponseMinutes, updatedAt: ctx.clock.now() },
    };
    const known = await findRow(ctx, 'responseRules', { columns: ['updatedAt'], isLocked: true });
    if (known) await updateRows(ctx, 'responseRules', {}, row);
    else await insertRow(ctx, 'responseRules', row);
    const label = hours === null ? AUDIT_LABELS.write('always_open') : hours.timeZone;
    const target = { kind: 'workspace' as const, id: ctx.scope.tenantId, label };
    await ctx.audit({ action: 'workspace.business_hours_changed', target });
    ctx.record('business_hours.changed', { rules });
    return rules;
  });
}
