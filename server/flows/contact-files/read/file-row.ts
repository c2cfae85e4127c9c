import { AppError } from '../../../../shared/domain/errors.ts';
import { IMPORT_REASONS, type ImportReason } from '../../../../shared/domain/reasons/import-reasons.ts';

/** A row of a file, with its line in a text or its number in a sheet. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** What is wrong with a file as a whole. */
export class FileProblem extends AppError {
  constructor(reason: ImportReason, values: Readonly<Record<string, string | number>> = {}) {
    const write = IMPORT_REASONS.write as (code: string, given: typeof values) => string;
    super('import_file_invalid', { details: [{ path: 'file', message: write(reason, values) }] });
  }
}
