import { ASKED_AGAIN_DEFAULT } from '../../../shared/domain/assist/marks.ts';
import { jsonText } from '../../db/define-model.ts';
import type { AssistSettingsRow } from '../../db/models/assist.model.ts';
import type { ChangeContext, QueryContext } from '../../kernel/context/context.ts';
import { findRow, run, select } from '../../kernel/tenancy/rows.ts';

/**
 * Returns the settings of a workspace, with their row locked: it is created when there is none, since a row that does not
 * exist cannot be locked. It is looked for first: an INSERT that meets a duplicate takes a weaker lock, and two that both
 * want the stronger one afterwards are a deadlock.
 */
export async function lockSettings(ctx: ChangeContext): Promise<Omit<AssistSettingsRow, 'tenantId'>> {
  const known = await findRow(ctx, 'assistSettings', { isLocked: true });
  if (known) return known;
  await run(
    ctx,
    `INSERT INTO assist_settings (tenant_id, modes, profile, updated_at) VALUES (:tenantId, :modes, '', :now)
     ON DUPLICATE KEY UPDATE profile = assist_settings.profile`,
    { modes: jsonText({}), now: ctx.clock.now() },
  );
  const made = await findRow(ctx, 'assistSettings', { isLocked: true });
  if (!made) throw new Error('the settings of the assistant vanished while their row was locked');
  return made;
}

/** Returns what decides about the marks of a contact's conversation, as stored. */
export async function findMarkRules(
  ctx: QueryContext,
  contactId: Buffer,
): Promise<Pick<AssistSettingsRow, 'modes' | 'urgentWords' | 'askedAgainMinutes'> & { isLeftOut: number }> {
  const [row] = await select<{
    modes: unknown;
    urgentWords: unknown;
    askedAgainMinutes: number | null;
    isLeftOut: number;
  }>(
    ctx,
    `SELECT s.modes, s.urgent_words AS urgentWords, s.asked_again_minutes AS askedAgainMinutes,
       EXISTS (SELECT 1 FROM assist_exclusions x
         WHERE x.tenant_id = :tenantId AND x.contact_id = :contactId) AS isLeftOut
     FROM contacts k LEFT JOIN assist_settings s ON s.tenant_id = k.tenant_id
     WHERE k.tenant_id = :tenantId AND k.id = :contactId`,
    { contactId },
  );
  return {
    modes: row?.modes ?? {},
    urgentWords: row?.urgentWords ?? null,
    askedAgainMinutes: row?.askedAgainMinutes ?? ASKED_AGAIN_DEFAULT,
    isLeftOut: row?.isLeftOut ?? 0,
  };
}
