import { defineReasons } from './define-reasons.ts';

/** Why a file of contacts cannot be read, and what is wrong with a row of it. */
export const IMPORT_REASONS = defineReasons({
  too_large: 'The file is larger than {{megabytes}} MB.',
  empty: 'The file has no rows below the names of its columns.',
  too_many_rows: 'The file has more than {{max}} rows. Split it into several files.',
  too_many_columns: 'Line {{line}} has more than {{max}} columns.',
  cell_too_long:
    'Line {{line}}, column {{column}} has more than {{max}} characters. A quotation mark may be missing.',
  row_too_long: 'Line {{line}} has more than {{max}} characters.',
  quote_open: 'The quotation mark that opens a value on line {{line}} is never closed.',
  header_repeated: 'Two columns have the name {{name}}. Rename one of them.',
  header_missing: 'The first row must have the names of the columns.',
  not_text: 'The file is not a CSV file: it has bytes that no text has.',
  is_pdf: 'The file is a PDF. Upload the contacts as CSV or XLSX.',
  is_xls: 'The file is an old Excel workbook (.xls). Save it as XLSX or CSV, then upload that file.',
  not_xlsx: 'The file is not a complete XLSX workbook.',
  unpacks_too_large: 'The workbook is too large when it is unpacked.',
  incomplete: 'The file did not arrive completely. Upload it again.',
  too_many_cells: 'has more values than there are columns; a value with a comma needs quotation marks',
  no_key: 'has no phone number and no email address',
  email_unknown: 'has no phone number, and no contact has this email address',
  email_ambiguous: 'has no phone number, and several contacts have this email address',
  status_unknown: 'must be cold, warm, hot or customer',
  consent_unknown: 'must be yes or no',
  repeats: 'is the same contact as line {{line}}',
  kept_conversation: 'was kept: the contact has a conversation',
  kept_changed: 'was kept: it was changed after the import',
  kept_deleted: 'could not be undone: the contact was deleted or merged',
});

export type ImportReason = Parameters<typeof IMPORT_REASONS.write>[0];
