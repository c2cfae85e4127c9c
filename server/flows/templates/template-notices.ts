import { z } from 'zod';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { credentialsOf } from '../../features/channel/index.ts';
import {
  databaseTime,
  lockTemplate,
  presentTemplate,
  requestTemplateSync,
} from '../../features/templates/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import { knownOrNull, normaliseLanguage, plainWord } from '../../platform/message-templates.ts';
import type { TakeNotice } from '../inbound/receive-inbound.ts';
import type { SyncParts } from './sync-templates.ts';

const word = plainWord(32).toUpperCase();
const about = {
  message_template_name: plainWord(512),
  message_template_language: plainWord(16),
};
const StatusSchema = z.looseObject({ ...about, event: word, reason: z.string().nullish() });
const QualitySchema = z.looseObject({ ...about, new_quality_score: plainWord(16) });
const EditSchema = z.looseObject(about);
const CategorySchema = z.looseObject({ ...about, new_category: word, previous_category: word.optional() });

/** Events that do not have their own state. */
const STATES: Readonly<Record<string, string>> = { REINSTATED: 'APPROVED', UNARCHIVED: 'APPROVED' };

type Change = Partial<Omit<TemplateRow, 'id' | 'tenantId'>>;

type Notice = z.infer<z.ZodObject<typeof about>>;
type TimeColumn = 'statusTime' | 'qualityTime' | 'categoryTime';

/** Returns the handlers that store the platform's decisions about templates, by the field of the notice. */
export function createTemplateNotices(parts: SyncParts): Record<string, TakeNotice> {
  function noticeHandler<Value extends Notice>(
    schema: z.ZodType<Value>,
    column: TimeColumn,
    changeOf: (value: Value) => Change,
  ): TakeNotice {
    return async (ctx, { value, wabaId, time }) => {
      const notice = schema.parse(value);
      await requireOwn(ctx, wabaId);
      const change = changeOf(notice);
      const isSettled = await applyNotice(ctx, notice, { column, time, change });
      // An approved template may have been edited before, and an unknown one must be fetched.
      if (isSettled && change.status !== 'APPROVED') return;
      await requestTemplateSync(ctx);
      parts.wakeSync();
    };
  }

  return {
    message_template_status_update: noticeHandler(StatusSchema, 'statusTime', ({ event, reason }) => {
      const status = STATES[event] ?? event;
      return { status, rejectedReason: status === 'REJECTED' ? knownOrNull(reason) : null };
    }),
    message_template_quality_update: noticeHandler(
      QualitySchema,
      'qualityTime',
      ({ new_quality_score: score }) => ({
        quality: knownOrNull(score),
      }),
    ),
    template_category_update: noticeHandler(
      CategorySchema,
      'categoryTime',
      ({ new_category: category, previous_category: previousCategory = null }) => ({
        category,
        previousCategory,
      }),
    ),
    // The text or the buttons of a template were edited, so its parameters are fetched immediately.
    message_template_components_update: async (ctx, { value, wabaId }) => {
      EditSchema.parse(value);
      await requireOwn(ctx, wabaId);
      await requestTemplateSync(ctx);
      parts.wakeSync();
    },
  };
}

/**
 * Verifies that the notice is for the connected account.
 * @throws {z.ZodError} for another account's, so that it is parked and visible.
 */
async function requireOwn(ctx: Context, wabaId: string | null): Promise<void> {
  if (wabaId !== null && wabaId === (await credentialsOf(ctx))?.wabaId) return;
  const message = `is of the business account ${wabaId}, which this workspace has not connected`;
  throw new z.ZodError([{ code: 'custom', path: ['notice'], message, input: wabaId }]);
}

/** Applies a notice; returns false for an unknown template, or when the stored list may be newer. */
function applyNotice(
  ctx: Context,
  notice: Notice,
  { column, time, change }: { column: TimeColumn; time: number | null; change: Change },
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const language = normaliseLanguage(notice.message_template_language);
    const row = await lockTemplate(ctx, notice.message_template_name, language);
    if (!row) return false;
    const newest = row[column];
    if (time !== null && newest !== null && time < newest) return true;
    // The list was fetched after the second of this notice, as far as the two clocks agree.
    if (time !== null && (time + 1) * 1_000 <= row.seenAt.getTime()) return false;
    const now = await databaseTime(ctx);
    const values = { ...change, [column]: time ?? newest, noticedAt: now, updatedAt: now };
    await updateRow(ctx, 'template', row.id, values);
    const template = { ...row, ...values };
    ctx.record('template.updated', {
      id: encodeId('template', row.id),
      template: template.status === 'DELETED' ? null : presentTemplate(template),
    });
    return true;
  });
}
