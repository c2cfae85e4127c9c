import { jsonText } from '../../db/define-model.ts';
import type { AssistSettingsRow } from '../../db/models/assist.model.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { findRow, run } from '../../kernel/tenancy/rows.ts';

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
