import { z } from 'zod';
import { CHOSEN_MAX } from '../../domain/contacts/contact-actions.ts';
import {
  IMPORT_LIMITS,
  IMPORT_MODES,
  IMPORT_STATES,
  ROW_OUTCOMES,
} from '../../domain/contacts/contact-import.ts';
import { idSchema } from '../../domain/ids.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, fileRoute, limitQuery, route } from '../base.ts';
import { ContactFilterSchema } from '../contact-filter.ts';

const CountsSchema = z.strictObject({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  faulty: z.int(),
  duplicate: z.int(),
  created: z.int(),
  updated: z.int(),
  undone: z.int().describe('Rows whose effect was undone'),
  kept: z.int().describe('Rows whose effect could not be undone'),
});

/** A file of contacts, from its upload to the undo of its import. */
export const ContactImportSchema = z.strictObject({
  id: idSchema('contactImport'),
  fileName: z.string(),
  format: z.enum(['csv', 'xlsx']),
  encoding: z.string().nullable().describe('Of a CSV file, as it was detected'),
  separator: z.string().nullable(),
  state: z.enum(IMPORT_STATES),
  columns: z.array(
    z.strictObject({ name: z.string(), samples: z.array(z.string()).describe('Values of the first rows') }),
  ),
  mapping: z.array(z.string().nullable()).describe('What each column fills; null: nothing'),
  mode: z.enum(IMPORT_MODES),
  tags: z.array(z.string()).describe('The tags that everyone of the file gets'),
  rows: z.int(),
  done: z.int().describe('Rows that the running step has behind it'),
  counts: CountsSchema,
  createdBy: z.string().nullable(),
  createdAt: TimeSchema,
  finishedAt: TimeSchema.nullable().describe(
    'When the last step ended; of a `mapping`, when its check failed',
  ),
});

const ImportRowSchema = z.strictObject({
  line: z.int().describe('The line of a CSV file, or the row of a sheet'),
  outcome: z.enum(ROW_OUTCOMES).nullable(),
  problems: z.array(
    z.strictObject({ column: z.int().nullable(), value: z.string().nullable(), message: z.string() }),
  ),
});

const byId = z.object({ params: z.object({ id: z.string().max(64) }) });

/** A file at an address that needs no session, for a few minutes. */
const DownloadSchema = z.strictObject({ url: z.string(), expiresAt: TimeSchema });

/** Contacts from files, and to them. In the dashboard alone. */
export const contactImportsContract = {
  list: route('contacts:transfer')
    .route({ method: 'GET', path: '/contact-imports' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ContactImportSchema) })),
  /** Reads a CSV or XLSX file, and keeps its rows. Nothing is imported yet. */
  upload: fileRoute('contacts:transfer')
    .route({ method: 'POST', path: '/contact-imports', successStatus: 201 })
    .errors(errors('import_file_invalid', 'import_limit_reached', 'storage_full'))
    .input(z.object({ query: z.strictObject({ filename: z.string().max(1_000).optional() }) }))
    .output(ContactImportSchema),
  get: route('contacts:transfer')
    .route({ method: 'GET', path: '/contact-imports/{id}' })
    .errors(errors('contact_import_not_found'))
    .input(byId)
    .output(ContactImportSchema),
  /** Rows with problems, in the order of the file. */
  problems: route('contacts:transfer')
    .route({ method: 'GET', path: '/contact-imports/{id}/problems' })
    .errors(errors('contact_import_not_found'))
    .input(byId.extend({ query: z.strictObject({ limit: limitQuery(50), cursor: CursorSchema.optional() }) }))
    .output(cursorPageOf(ImportRowSchema)),
  /** Starts the check of every row with this mapping. It stores no contact. */
  check: route('contacts:transfer')
    .route({ method: 'POST', path: '/contact-imports/{id}/check' })
    .errors(errors('contact_import_not_found', 'contact_import_busy'))
    .input(
      byId.extend({
        body: z.strictObject({
          mapping: z.array(z.string().max(60).nullable()).max(IMPORT_LIMITS.columns),
          mode: z.enum(IMPORT_MODES),
          tags: z
            .array(lineText({ min: 1, max: 50 }))
            .max(10)
            .default([])
            .describe('Tags for everyone of the file; with `skip`, for new contacts only'),
        }),
      }),
    )
    .output(ContactImportSchema),
  commit: route('contacts:transfer')
    .route({ method: 'POST', path: '/contact-imports/{id}/commit' })
    .errors(errors('contact_import_not_found', 'contact_import_busy'))
    .input(byId)
    .output(ContactImportSchema),
  /** Stops the check or the import. What is imported stays, and can be undone. */
  cancel: route('contacts:transfer')
    .route({ method: 'POST', path: '/contact-imports/{id}/cancel' })
    .errors(errors('contact_import_not_found', 'contact_import_busy'))
    .input(byId)
    .output(ContactImportSchema),
  undo: route('contacts:transfer', 'confirmed')
    .route({ method: 'POST', path: '/contact-imports/{id}/undo' })
    .errors(errors('contact_import_not_found', 'contact_import_busy'))
    .input(byId)
    .output(ContactImportSchema),
  /** Deletes the import with its rows. The contacts stay. */
  remove: route('contacts:transfer')
    .route({ method: 'DELETE', path: '/contact-imports/{id}' })
    .errors(errors('contact_import_not_found', 'contact_import_busy'))
    .input(byId)
    .output(z.strictObject({ id: idSchema('contactImport'), deleted: z.literal(true) })),
  /** The rows that were not imported, or not undone, as CSV with the reason. */
  rejected: route('contacts:transfer')
    .route({ method: 'POST', path: '/contact-imports/{id}/rejected' })
    .errors(errors('contact_import_not_found'))
    .input(byId)
    .output(DownloadSchema),
  /** All contacts that pass a filter, as CSV. */
  exportAll: route('contacts:transfer', 'confirmed')
    .route({ method: 'POST', path: '/contact-exports' })
    .errors(errors('segment_not_found'))
    .input(
      z.object({
        body: ContactFilterSchema.safeExtend({
          contacts: z.array(idSchema('contact')).min(1).max(CHOSEN_MAX).optional().describe('Only these'),
          segment: z.string().max(64).optional(),
        }),
      }),
    )
    .output(DownloadSchema),
};

export type ContactImport = z.infer<typeof ContactImportSchema>;
export type ImportRow = z.infer<typeof ImportRowSchema>;
export type ImportCounts = z.infer<typeof CountsSchema>;
