import type { Template, TemplateSync } from '../../../shared/contract/templates.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { encodeId } from '../../kernel/ids.ts';

/** The state of the fetches of a workspace. */
export interface TemplateSyncRow {
  syncedAt: Date | null;
  problem: string | null;
  problemAt: Date | null;
  isDue: number;
}

/** Returns a template as outsiders see it. */
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

/** Returns the state of the fetches as outsiders see it. */
export function presentSync(row: TemplateSyncRow | null): TemplateSync {
  return {
    syncedAt: row?.syncedAt?.toISOString() ?? null,
    isDue: Boolean(row?.isDue),
    problem: row?.problem ?? null,
    problemAt: row?.problemAt?.toISOString() ?? null,
  };
}
