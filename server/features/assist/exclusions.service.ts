import {
  type AssistFeature,
  type AssistMode,
  PERSONAL_FEATURES,
} from '../../../shared/domain/assist/features.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { deleteRows, findRow, insertRow } from '../../kernel/tenancy/rows.ts';
import { forgetContact } from './forget.repository.ts';
import { assistSettings } from './settings.service.ts';

/**
 * Returns the mode of a feature in this workspace; off for a contact whom the assistant leaves alone, where the feature
 * works with the messages of contacts.
 */
export async function modeOf(
  ctx: QueryContext,
  feature: AssistFeature,
  contactId: Buffer | null = null,
): Promise<AssistMode> {
  const mode = (await assistSettings(ctx)).modes[feature];
  if (mode === 'off' || contactId === null || !PERSONAL_FEATURES.has(feature)) return mode;
  return (await hasExclusion(ctx, contactId)) ? 'off' : mode;
}

/** Returns the error of a call to a feature that is off. */
export function featureOff(): AppError {
  return new AppError('forbidden', {
    message: 'This assistant feature is off. An owner can turn it on under Settings > Assistant.',
  });
}

/** Returns whether the assistant leaves a contact alone. @throws {AppError} contact_not_found */
export async function isLeftOut(ctx: Context, id: string): Promise<{ isLeftOut: boolean }> {
  return { isLeftOut: await hasExclusion(ctx, await contactKey(ctx, id)) };
}

/** Sets whether the assistant leaves a contact alone. Repeating it changes nothing. @throws {AppError} contact_not_found */
export function setLeftOut(ctx: Context, id: string, isLeftOut: boolean): Promise<{ isLeftOut: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    const contactId = await contactKey(ctx, id, true);
    if ((await hasExclusion(ctx, contactId)) === isLeftOut) return { isLeftOut };
    if (isLeftOut) {
      await insertRow(ctx, 'assistExclusion', { contactId, createdAt: ctx.clock.now() });
      await forgetContact(ctx, contactId);
    } else await deleteRows(ctx, 'assistExclusion', { contactId });
    const name = encodeId('contact', contactId);
    await ctx.audit({
      action: isLeftOut ? 'contact.assist_stopped' : 'contact.assist_allowed',
      target: { kind: 'contact', id: name, label: name },
    });
    ctx.record('assist.exclusion_changed', { contactId: name, isLeftOut });
    return { isLeftOut };
  });
}

async function hasExclusion(ctx: QueryContext, contactId: Buffer): Promise<boolean> {
  return (await findRow(ctx, 'assistExclusion', { columns: ['contactId'], where: { contactId } })) !== null;
}

async function contactKey(ctx: QueryContext, id: string, isLocked = false): Promise<Buffer> {
  const key = tryDecodeId('contact', id);
  const row = key && (await findRow(ctx, 'contact', { columns: ['id'], where: { id: key }, isLocked }));
  if (!row) throw new AppError('contact_not_found');
  return row.id;
}
