import type { ImportMode, ImportState } from '../../../shared/domain/contacts/contact-import.ts';
import { defineModel, integer, json, key, string, time } from '../define-model.ts';

export interface ContactImportRow {
  id: Buffer;
  tenantId: Buffer;
  fileName: string;
  format: 'csv' | 'xlsx';
  encoding: string | null;
  separatorName: string | null;
  state: ImportState;
  /** `ContactImport['columns']`. */
  columnsJson: unknown;
  mapping: unknown;
  mode: ImportMode;
  /** The tags that everyone of the file gets; null: none. */
  tags: unknown;
  rowCount: number;
  /** The position of the last row that the running step has behind it; an undo counts down. */
  done: number;
  /** `ImportCounts`. */
  counts: unknown;
  createdBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export const contactImportModel = defineModel<ContactImportRow>('contact_imports', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  fileName: string(),
  format: string(),
  encoding: string(),
  separatorName: string(),
  state: string(),
  columnsJson: json(),
  mapping: json(),
  mode: string(),
  tags: json(),
  rowCount: integer(),
  done: integer(),
  counts: json(),
  createdBy: string(),
  createdAt: time(),
  finishedAt: time(),
});
