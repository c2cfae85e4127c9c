import type { AssistSettings } from '../../../shared/contract/assist/assist.contract.ts';
import {
  ASSIST_FEATURE_NAMES,
  ASSIST_FEATURES,
  type AssistFeature,
  type AssistMode,
} from '../../../shared/domain/assist/features.ts';
import { ASKED_AGAIN_DEFAULT, type MarkRules } from '../../../shared/domain/assist/marks.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import { asJson, jsonText } from '../../db/define-model.ts';
import type { AssistSettingsRow } from '../../db/models/assist.model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { findRow, updateRows } from '../../kernel/tenancy/rows.ts';
import { forgetFeature } from './forget.repository.ts';
import { findMarkRules, lockSettings } from './settings.repository.ts';

type Modes = Partial<Record<AssistFeature, AssistMode>>;

const COLUMNS = ['modes', 'profile', 'orderFormats', 'urgentWords', 'askedAgainMinutes'] as const;
type Stored = Pick<AssistSettingsRow, (typeof COLUMNS)[number]>;

/** Returns the mode of every feature, what the owner wrote about the business, and the owner's rules. */
export async function assistSettings(ctx: QueryContext): Promise<AssistSettings> {
  return settingsOf(await findRow(ctx, 'assistSettings', { columns: COLUMNS }));
}

function settingsOf(row: Stored | null): AssistSettings {
  return {
    modes: allModes(row ? asJson<Modes>(row.modes) : {}),
    profile: row?.profile ?? '',
    orderFormats: textsOf(row?.orderFormats),
    urgentWords: textsOf(row?.urgentWords),
    askedAgainMinutes: row?.askedAgainMinutes ?? ASKED_AGAIN_DEFAULT,
  };
}

/**
 * Returns by which rules the messages of a contact mark its conversation; null where nothing does. One statement: each message
 * that arrives asks this.
 */
export async function markRulesFor(
  ctx: QueryContext,
  contactId: Buffer,
): Promise<Omit<MarkRules, 'hours'> | null> {
  const { isLeftOut, ...row } = await findMarkRules(ctx, contactId);
  const { modes, urgentWords, askedAgainMinutes } = settingsOf({ ...row, profile: '', orderFormats: null });
  return isLeftOut === 1 || modes.marks === 'off' ? null : { words: urgentWords, askedAgainMinutes };
}

/** Returns the mode of a feature, and keeps it from being changed until the end of the transaction. */
export async function lockedModeOf(ctx: ChangeContext, feature: AssistFeature): Promise<AssistMode> {
  const { modes } = await lockSettings(ctx);
  return asJson<Modes>(modes)[feature] ?? ASSIST_FEATURES[feature].default;
}

/** What of the settings can be changed; what is not given stays. */
interface SettingsChange {
  modes?: Modes | undefined;
  profile?: string | undefined;
  orderFormats?: string[] | undefined;
  urgentWords?: string[] | undefined;
  askedAgainMinutes?: number | undefined;
}

/** Changes the modes that are given, and of the profile and the rules those that are given. */
export function changeAssistSettings(
  ctx: Context,
  { modes = {}, profile, orderFormats, urgentWords, askedAgainMinutes }: SettingsChange,
): Promise<AssistSettings> {
  return inTransaction(ctx, async (ctx) => {
    const known = await lockSettings(ctx);
    const row = {
      modes: jsonText({ ...asJson<Modes>(known.modes), ...modes }),
      profile: profile ?? known.profile,
      orderFormats: jsonText(orderFormats ?? textsOf(known.orderFormats)),
      urgentWords: jsonText(urgentWords ?? textsOf(known.urgentWords)),
      askedAgainMinutes: askedAgainMinutes ?? known.askedAgainMinutes,
    };
    await updateRows(ctx, 'assistSettings', {}, { ...row, updatedAt: ctx.clock.now() });
    const settings = settingsOf(row);
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

function textsOf(stored: unknown): string[] {
  return asJson<string[] | null>(stored ?? null) ?? [];
}

function allModes(stored: Modes): AssistSettings['modes'] {
  const modes = ASSIST_FEATURE_NAMES.map((name) => [name, stored[name] ?? ASSIST_FEATURES[name].default]);
  return Object.fromEntries(modes) as AssistSettings['modes'];
}
