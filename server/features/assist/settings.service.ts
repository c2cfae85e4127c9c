import type { AssistSettings } from '../../../shared/contract/assist/assist.contract.ts';
import {
  ASSIST_FEATURE_NAMES,
  ASSIST_FEATURES,
  type AssistFeature,
  type AssistMode,
} from '../../../shared/domain/assist/features.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { asJson, jsonText } from '../../db/define-model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { findRow, updateRows } from '../../kernel/tenancy/rows.ts';
import { forgetFeature } from './forget.repository.ts';
import { lockSettings } from './settings.repository.ts';

type Modes = Partial<Record<AssistFeature, AssistMode>>;

/** Returns the mode of every feature, what the owner wrote about the business, and how its order numbers are written. */
export async function assistSettings(ctx: QueryContext): Promise<AssistSettings> {
  const row = await findRow(ctx, 'assistSettings', { columns: ['modes', 'profile', 'orderFormats'] });
  return {
    modes: allModes(row ? asJson<Modes>(row.modes) : {}),
    profile: row?.profile ?? '',
    orderFormats: formatsOf(row?.orderFormats),
  };
}

/** Returns the mode of a feature, and keeps it from being changed until the end of the transaction. */
export async function lockedModeOf(ctx: ChangeContext, feature: AssistFeature): Promise<AssistMode> {
  const { modes } = await lockSettings(ctx);
  return asJson<Modes>(modes)[feature] ?? ASSIST_FEATURES[feature].default;
}

/** Changes the modes that are given, and the profile and the formats of orders if they are given. */
export function changeAssistSettings(
  ctx: Context,
  {
    modes = {},
    profile,
    orderFormats,
  }: { modes?: Modes | undefined; profile?: string | undefined; orderFormats?: string[] | undefined },
): Promise<AssistSettings> {
  return inTransaction(ctx, async (ctx) => {
    const known = await lockSettings(ctx);
    const stored = { ...asJson<Modes>(known.modes), ...modes };
    const row = {
      modes: jsonText(stored),
      profile: profile ?? known.profile,
      orderFormats: jsonText(orderFormats ?? formatsOf(known.orderFormats)),
      updatedAt: ctx.clock.now(),
    };
    await updateRows(ctx, 'assistSettings', {}, row);
    const settings = {
      modes: allModes(stored),
      profile: row.profile,
      orderFormats: formatsOf(row.orderFormats),
    };
    for (const feature of ASSIST_FEATURE_NAMES)
      if (modes[feature] !== undefined && settings.modes[feature] === 'off')
        await forgetFeature(ctx, feature);
    const label = AUDIT_LABELS.write('assist');
    await ctx.audit({
      action: 'workspace.assist_changed',
      target: { kind: 'workspace', id: ctx.scope.tenantId, label },
    });
    ctx.record('assist.changed', { settings });
    return settings;
  });
}

function formatsOf(stored: unknown): string[] {
  return asJson<string[] | null>(stored ?? null) ?? [];
}

function allModes(stored: Modes): AssistSettings['modes'] {
  const modes = ASSIST_FEATURE_NAMES.map((name) => [name, stored[name] ?? ASSIST_FEATURES[name].default]);
  return Object.fromEntries(modes) as AssistSettings['modes'];
}
