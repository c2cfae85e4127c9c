import { createHash } from 'node:crypto';
import { type PutContact, UpsertContactSchema } from '../../../shared/contract/contacts.contract.ts';
import { CONTACT_STATUSES, type ContactFieldType } from '../../../shared/domain/contact-status.ts';
import { fieldKeyOf } from '../../../shared/domain/contacts/contact-import.ts';
import type { ErrorDetail } from '../../../shared/domain/errors.ts';
import { IMPORT_REASONS } from '../../../shared/domain/reasons/import-reasons.ts';
import { cutText } from '../../../shared/domain/text.ts';
import { foldText } from '../../db/search-text.ts';
import { parseLeniently } from '../../kernel/http/lenient-input.ts';
import type { RowProblem, StoredRow } from './contact-imports.repository.ts';

/** A row as a contact: the number as it is typed, and what the row gives. */
export interface RowContact {
  phone: string | null;
  given: PutContact;
}

export type Mapping = readonly (string | null)[];

const STATUS_WORDS: Readonly<Record<string, (typeof CONTACT_STATUSES)[number]>> = {
  ...Object.fromEntries(CONTACT_STATUSES.map((status) => [status, status])),
  frio: 'cold',
  morno: 'warm',
  quente: 'hot',
  cliente: 'customer',
};
const YES = ['yes', 'y', 'true', '1', 'sim', 's', 'subscribed', 'inscrito', 'opt in', 'optin', 'x'];
const NO = ['no', 'n', 'false', '0', 'nao', 'unsubscribed', 'cancelado', 'opt out', 'optout'];

const PutFromRowSchema = UpsertContactSchema.partial({ phone: true });

/** How the rows of a file are read: what each column fills, and the tags that everyone gets. */
export interface Reading {
  mapping: Mapping;
  tags: readonly string[];
  fieldTypes: ReadonlyMap<string, ContactFieldType>;
}

/** A row that cannot be a contact, and who it would be: as it is typed, so it may be no number and no address. */
export interface RowWithProblems {
  problems: RowProblem[];
  phone: string | null;
  email: string | null;
}

/** Returns what a row says about who it is. */
export function namesOf(
  cells: readonly string[],
  mapping: Mapping,
): Pick<RowWithProblems, 'phone' | 'email'> {
  const cellOf = (target: string) => cells[mapping.indexOf(target)]?.trim() || null;
  return { phone: cellOf('phone'), email: cellOf('email')?.toLowerCase() ?? null };
}

/** Reads a row. An empty cell says nothing. */
export function readRow(
  cells: readonly string[],
  { mapping, tags, fieldTypes }: Reading,
): RowContact | RowWithProblems {
  const problems: RowProblem[] = [];
  const raw: Record<string, unknown> = tags.length > 0 ? { addTags: [...tags] } : {};
  const attributes: Record<string, string> = {};
  if (cells.length > mapping.length)
    problems.push({ column: null, value: null, message: IMPORT_REASONS.write('too_many_cells') });
  for (const [column, target] of mapping.entries()) {
    const value = cells[column]?.trim() ?? '';
    if (target === null || value === '') continue;
    const word = foldText(value).replace(/-/g, ' ');
    const key = fieldKeyOf(target);
    if (key !== null) {
      const isSwitch = fieldTypes.get(key) === 'boolean';
      attributes[key] =
        isSwitch && YES.includes(word) ? 'true' : isSwitch && NO.includes(word) ? 'false' : value;
    } else if (target === 'tags') {
      raw.addTags = [...tags, ...value.split(/[,;|]/).flatMap((tag) => tag.trim() || [])];
    } else if (target === 'status') {
      raw.status = STATUS_WORDS[word];
      if (!raw.status)
        problems.push({ column, value: shown(value), message: IMPORT_REASONS.write('status_unknown') });
    } else if (target === 'marketing') {
      raw.marketing = YES.includes(word) ? 'subscribed' : NO.includes(word) ? 'unsubscribed' : undefined;
      if (!raw.marketing)
        problems.push({ column, value: shown(value), message: IMPORT_REASONS.write('consent_unknown') });
    } else raw[target] = value;
  }
  if (Object.keys(attributes).length > 0) raw.attributes = attributes;
  if (raw.phone === undefined && raw.email === undefined)
    problems.push({ column: null, value: null, message: IMPORT_REASONS.write('no_key') });
  const parsed = parseLeniently(PutFromRowSchema, raw);
  if ('details' in parsed) problems.push(...problemsOf(parsed.details, cells, mapping));
  if (problems.length > 0 || !('data' in parsed)) return { problems, ...namesOf(cells, mapping) };
  const { phone, ...given } = parsed.data;
  return { phone: phone ?? null, given };
}

/** Returns the problems of a contact as those of the columns that filled it. */
export function problemsOf(
  details: readonly ErrorDetail[],
  cells: readonly string[],
  mapping: Mapping,
): RowProblem[] {
  return details.map(({ path, message }) => {
    const [first = '', second = ''] = path.split('.');
    const target = first === 'attributes' ? `field:${second}` : first === 'addTags' ? 'tags' : first;
    const column = mapping.indexOf(target);
    return column < 0
      ? { column: null, value: null, message }
      : { column, value: shown(cells[column] ?? ''), message };
  });
}

/** Returns the key that rows of one person share. */
export function rowKeyOf(key: { lookup: string } | { email: string }): Buffer {
  const text = 'lookup' in key ? `phone:${key.lookup}` : `email:${key.email}`;
  return createHash('sha256').update(text).digest().subarray(0, 16);
}

/** Returns a row that was found to be faulty. Its key stays, so that it is found when its person is deleted. */
export function faulty(
  row: StoredRow,
  problems: readonly RowProblem[],
  rowKey: StoredRow['rowKey'],
): StoredRow {
  return { ...row, outcome: 'faulty', problems, rowKey, contactId: null, undo: null };
}

function shown(value: string): string {
  return value.length > 100 ? `${cutText(value, 99)}…` : value;
}
