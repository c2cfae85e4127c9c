import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';

/** How many characters of a suffix are kept: enough to distinguish a phone number's end from all others, and most names. */
export const SUFFIX_LENGTH = 8;

/** What a suffix is of. Kept apart, because digits typed with decoration are looked for in phones alone. */
export const SUFFIX_KIND = { name: 1, phone: 2 } as const;
export type SuffixKind = (typeof SUFFIX_KIND)[keyof typeof SUFFIX_KIND];

/** How a status stands in the rows of suffixes; migration 0006 writes the same numbers. */
export const STATUS_CODE: Readonly<Record<ContactStatus, number>> = { cold: 0, warm: 1, hot: 2, customer: 3 };

/** The part of a contact that is searched. */
export type Searchable = Pick<ContactRow, 'id' | 'nameSearch' | 'phone' | 'status'>;

export interface Suffix {
  kind: SuffixKind;
  /** UTF-8: its bytes sort as its characters do, and no collation folds or pads them. */
  suffix: Buffer;
}

/** Returns the suffixes that start at every position of a contact's folded name and of its digits; none of them twice. */
export function suffixesOf({ nameSearch, phone }: Pick<Searchable, 'nameSearch' | 'phone'>): Suffix[] {
  return [...cut(SUFFIX_KIND.name, nameSearch), ...cut(SUFFIX_KIND.phone, phone ?? '')];
}

function cut(kind: SuffixKind, text: string): Suffix[] {
  const characters = [...text];
  const suffixes = characters.map((_, at) => characters.slice(at, at + SUFFIX_LENGTH).join(''));
  return [...new Set(suffixes)].map((suffix) => ({ kind, suffix: Buffer.from(suffix) }));
}

/** A piece of a term that suffixes can be asked for: all that start with `from` come before `until`. */
export interface SuffixRange {
  from: Buffer;
  until: Buffer;
  /** The piece is as long as a suffix, so that only suffixes equal to it are meant. */
  isWhole: boolean;
}

/**
 * Returns the pieces of a term to look for. A longer term than a suffix gives its end, its start and its middle:
 * each narrows the search, and the caller must still compare the whole term.
 */
export function rangesOf(term: string): SuffixRange[] {
  const characters = [...term];
  const last = Math.max(0, characters.length - SUFFIX_LENGTH);
  const starts = [...new Set([last, 0, Math.floor(last / 2)])];
  return starts.map((at) => rangeOf(characters.slice(at, at + SUFFIX_LENGTH)));
}

function rangeOf(piece: readonly string[]): SuffixRange {
  const from = Buffer.from(piece.join(''));
  const until = Buffer.from(from);
  // No byte of UTF-8 is 0xFF, so the last one can always be one more.
  until[until.length - 1] = (until.at(-1) ?? 0) + 1;
  return { from, until, isWhole: piece.length === SUFFIX_LENGTH };
}
