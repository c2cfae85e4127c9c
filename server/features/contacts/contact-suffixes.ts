import type { ContactStatus } from '../../../shared/contract/contacts.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { EMAIL_KEY_LENGTH, emailKeys, SUFFIX_LENGTH, tagKeys } from '../../db/search-text.ts';

/** The column that a suffix is from. Kept separate, because each is searched in its own way. */
export const SUFFIX_KIND = { name: 1, phone: 2, email: 3, tag: 4 } as const;
export type SuffixKind = (typeof SUFFIX_KIND)[keyof typeof SUFFIX_KIND];

/** The code of each status in the suffix rows; migration 0006 uses the same numbers. */
export const STATUS_CODE: Readonly<Record<ContactStatus, number>> = { cold: 0, warm: 1, hot: 2, customer: 3 };

/** The part of a contact that is searched. */
export type Searchable = Pick<ContactRow, 'id' | 'nameSearch' | 'phone' | 'email' | 'tags' | 'status'>;

export interface Suffix {
  kind: SuffixKind;
  /** UTF-8: the bytes sort like the characters, and no collation folds or pads them. */
  suffix: Buffer;
}

/**
 * Returns the distinct suffixes of a contact: those that start at each position of its folded name and of its digits.
 * Of its email address and its tags there are only the parts that people search by, which keeps the table small.
 */
export function suffixesOf({ nameSearch, phone, email, tags }: Omit<Searchable, 'id' | 'status'>): Suffix[] {
  return [
    ...cut(SUFFIX_KIND.name, nameSearch),
    ...cut(SUFFIX_KIND.phone, phone ?? ''),
    ...emailKeys(email).map((suffix) => ({ kind: SUFFIX_KIND.email, suffix })),
    ...tagKeys(asJson<string[]>(tags)).map((suffix) => ({ kind: SUFFIX_KIND.tag, suffix })),
  ];
}

function cut(kind: SuffixKind, text: string): Suffix[] {
  const characters = [...text];
  const suffixes = characters.map((_, at) => characters.slice(at, at + SUFFIX_LENGTH).join(''));
  return [...new Set(suffixes)].map((suffix) => ({ kind, suffix: Buffer.from(suffix) }));
}

/** A piece of a term to look up: all suffixes that start with it are at or above `from` and below `until`. */
export interface SuffixRange {
  from: Buffer;
  until: Buffer;
  /** The piece is as long as a suffix, so only equal suffixes match. */
  isWhole: boolean;
}

/**
 * Returns the pieces of a term to look up. A term longer than a suffix yields its end, start and middle: each
 * narrows the search, and the caller must still compare the whole term.
 */
export function rangesOf(term: string): SuffixRange[] {
  const characters = [...term];
  const last = Math.max(0, characters.length - SUFFIX_LENGTH);
  const starts = [...new Set([last, 0, Math.floor(last / 2)])];
  return starts.map((at) => rangeOf(characters.slice(at, at + SUFFIX_LENGTH)));
}

/** Returns the piece to look up for the start of an email address, or of its part from the @; it is ASCII. */
export function rangeOfEmail(start: string): SuffixRange {
  return rangeOf([...start].slice(0, EMAIL_KEY_LENGTH), EMAIL_KEY_LENGTH);
}

/** Returns the range of one whole key. */
export function rangeOfKey(key: Buffer): SuffixRange {
  return { from: key, until: key, isWhole: true };
}

function rangeOf(piece: readonly string[], whole = SUFFIX_LENGTH): SuffixRange {
  const from = Buffer.from(piece.join(''));
  const until = Buffer.from(from);
  // UTF-8 contains no byte 0xFF, so the last byte can always be incremented.
  until[until.length - 1] = (until.at(-1) ?? 0) + 1;
  return { from, until, isWhole: piece.length === whole };
}
