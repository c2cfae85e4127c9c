import type { Template, TemplateSync } from '../../../shared/contract/templates.contract.ts';
import { TEMPLATE_SYNC_REASONS } from '../../../shared/domain/reasons/template-reasons.ts';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { encodeId } from '../../kernel/ids.ts';

/** The state of a workspace's template sync. */
export interface TemplateSyncRow {
  syncedAt: Date | null;
  problem: string | null;
  problemAt: Date | null;
  isDue: number;
}

/** Returns a template in the format of the API. */
export function presentTemplate(row: TemplateRow): Template {
  const { name, language, status, category, previousCategory, parameterFormat, quality, rejectedReason } =
    row;
  return {
    id: encodeId('template', row.id),
    ...{ name, language, status, category, previousCategory, parameterFormat, quality, rejectedReason },
    components: asJson(row.components),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Returns the state of the template sync in the format of the API. */
export function presentSync(row: TemplateSyncRow | null): TemplateSync {
  const problem = row?.problem ?? null;
  const { code: problemCode, params: problemParams } = TEMPLATE_SYNC_REASONS.read(problem);
  return {
    syncedAt: row?.syncedAt?.toISOString() ?? null,
    isDue: Boolean(row?.isDue),
    problem,
    problemCode,
    problemParams,
    problemAt: row?.problemAt?.toISOString() ?? null,
  };
}
