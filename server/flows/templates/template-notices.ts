import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import {
  presentTemplate,
  TemplateSyncsRepository,
  TemplatesRepository,
} from '../../features/templates/index.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { knownOrNull, normaliseLanguage, plainWord } from '../../platform/message-templates.ts';
import type { TakeNotice } from '../inbound/receive-inbound.ts';

export interface TemplateNoticesDeps {
  database: Database;
  inUnitOfWork: UnitOfWork;
  /** The business account that the workspace has connected; null when none is. */
  wabaOf(scope: TenantScope): Promise<string | null>;
  wakeSync(): void;
}

const word = plainWord(32).toUpperCase();
const about = {
  message_template_name: plainWord(512),
  message_template_language: plainWord(16),
};
const StatusSchema = z.looseObject({ ...about, event: word, reason: z.string().nullish() });
const QualitySchema = z.looseObject({ ...about, new_quality_score: plainWord(16) });
const EditSchema = z.looseObject(about);
const CategorySchema = z.looseObject({ ...about, new_category: word, previous_category: word.optional() });

/** Events that are no state of their own. */
const STATES: Readonly<Record<string, string>> = { REINSTATED: 'APPROVED', UNARCHIVED: 'APPROVED' };

type Change = Partial<Omit<TemplateRow, 'id' | 'tenantId'>>;

/** Takes in what the platform decides about templates, by the field that says it. */
export function createTemplateNotices(deps: TemplateNoticesDeps): Record<string, TakeNotice> {
  return {
    message_template_status_update: taking(StatusSchema, 'statusTime', ({ event, reason }) => {
      const status = STATES[event] ?? event;
      return { status, rejectedReason: status === 'REJECTED' ? knownOrNull(reason) : null };
    }),
    message_template_quality_update: taking(QualitySchema, 'qualityTime', ({ new_quality_score: score }) => ({
      quality: knownOrNull(score),
    })),
    template_category_update: taking(
      CategorySchema,
      'categoryTime',
      ({ new_category: category, previous_category: previousCategory = null }) => ({
        category,
        previousCategory,
      }),
    ),
    message_template_components_update: takeEdit,
  };

  /** Takes in that the text or the buttons of a template were edited: its list of parameters is fetched at once. */
  async function takeEdit(scope: TenantScope, { value, wabaId }: Parameters<TakeNotice>[1]): Promise<void> {
    EditSchema.parse(value);
    await demandOwn(scope, wabaId);
    await new TemplateSyncsRepository(deps.database, scope).ask();
    deps.wakeSync();
  }

  function taking<Value extends z.infer<z.ZodObject<typeof about>>>(
    schema: z.ZodType<Value>,
    clock: 'statusTime' | 'qualityTime' | 'categoryTime',
    changeOf: (value: Value) => Change,
  ): TakeNotice {
    return async (scope, { value, wabaId, time }) => {
      const notice = schema.parse(value);
      await demandOwn(scope, wabaId);
      const change = changeOf(notice);
      const isSettled = await apply(scope, notice, { clock, time, change });
      // What was approved may have been edited before; and what is not known here is only known there.
      if (isSettled && change.status !== 'APPROVED') return;
      await new TemplateSyncsRepository(deps.database, scope).ask();
      deps.wakeSync();
    };
  }

  /** @throws {z.ZodError} for another account's notice, so that it is parked and visible. */
  async function demandOwn(scope: TenantScope, wabaId: string | null): Promise<void> {
    if (wabaId !== null && wabaId === (await deps.wabaOf(scope))) return;
    const message = `is of the business account ${wabaId}, which this workspace has not connected`;
    throw new z.ZodError([{ code: 'custom', path: ['notice'], message, input: wabaId }]);
  }

  /** False when only the platform's own list can tell: the template is not known, or the list is as new. */
  function apply(
    scope: TenantScope,
    notice: z.infer<z.ZodObject<typeof about>>,
    {
      clock,
      time,
      change,
    }: { clock: 'statusTime' | 'qualityTime' | 'categoryTime'; time: number | null; change: Change },
  ): Promise<boolean> {
    return deps.inUnitOfWork(scope, async (work) => {
      const templates = new TemplatesRepository(deps.database, scope, work.tx);
      const language = normaliseLanguage(notice.message_template_language);
      const row = await templates.lock(notice.message_template_name, language);
      if (!row) return false;
      const newest = row[clock];
      if (time !== null && newest !== null && time < newest) return true;
      // The list was fetched after the second in which this was said, as far as two clocks can tell.
      if (time !== null && (time + 1) * 1_000 <= row.seenAt.getTime()) return false;
      const now = await templates.now();
      const values = { ...change, [clock]: time ?? newest, noticedAt: now, updatedAt: now };
      await templates.update(row.id, values);
      const template = { ...row, ...values };
      work.record('template.updated', {
        id: encodeId('template', row.id),
        template: template.status === 'DELETED' ? null : presentTemplate(template),
      });
      return true;
    });
  }
}
