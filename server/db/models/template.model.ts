import { defineModel, integer, json, key, string, text, time } from '../define-model.ts';

export interface TemplateRow {
  id: Buffer;
  tenantId: Buffer;
  platformId: string;
  name: string;
  language: string;
  status: string;
  category: string;
  previousCategory: string | null;
  parameterFormat: 'POSITIONAL' | 'NAMED';
  quality: string | null;
  rejectedReason: string | null;
  /** JSON. */
  components: unknown;
  /** Name and texts, folded. */
  searchText: string;
  /** Unix seconds by the platform's clock of the newest notice of each kind. */
  statusTime: number | null;
  qualityTime: number | null;
  categoryTime: number | null;
  /** By our clock. */
  noticedAt: Date | null;
  seenAt: Date;
  lastSentAt: Date | null;
  /** When it was last fetched on its own, for a send that did not fit. */
  checkedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export const templateModel = defineModel<TemplateRow>('templates', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  platformId: string(),
  name: string(),
  language: string(),
  status: string(),
  category: string(),
  previousCategory: string(),
  parameterFormat: string(),
  quality: string(),
  rejectedReason: string(),
  components: json(),
  searchText: text(),
  statusTime: integer(),
  qualityTime: integer(),
  categoryTime: integer(),
  noticedAt: time(),
  seenAt: time(),
  lastSentAt: time(),
  checkedAt: time(),
  createdAt: time(),
  updatedAt: time(),
});
