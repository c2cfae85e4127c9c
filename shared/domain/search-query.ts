import type { MessageType } from '../contract/messages.contract.ts';

/** What `has:` finds, and the types of messages that it means; null: a link in the text. */
export const SEARCHED_THINGS = {
  image: ['image'],
  video: ['video'],
  audio: ['audio'],
  document: ['document'],
  sticker: ['sticker'],
  file: ['image', 'video', 'audio', 'document'],
  location: ['location'],
  contact: ['contacts'],
  template: ['template'],
  link: null,
} as const satisfies Readonly<Record<string, readonly MessageType[] | null>>;
export type SearchedThing = keyof typeof SEARCHED_THINGS;
export const SEARCHED_THING_NAMES = Object.keys(SEARCHED_THINGS) as [SearchedThing, ...SearchedThing[]];

/** What `is:` finds: conversations in this state or with this mark, or failed messages. */
export const SEARCHED_STATES = [
  'open',
  'snoozed',
  'closed',
  'unread',
  'failed',
  'mine',
  'unassigned',
  'urgent',
] as const;
export type SearchedState = (typeof SEARCHED_STATES)[number];

export const SEARCH_OPERATORS = ['from', 'has', 'before', 'after', 'label', 'is'] as const;
export type SearchOperator = (typeof SEARCH_OPERATORS)[number];

/** Characters of a search box at most. */
export const SEARCH_MAX = 200;

/** A search as it was meant. Dates are days, `2026-11-23`, of the reader's calendar. */
export interface SearchQuery {
  /** What is searched for in texts and names, without operators. */
  text: string;
  from: string | null;
  has: SearchedThing | null;
  before: string | null;
  after: string | null;
  label: string | null;
  is: SearchedState | null;
  /** What could not be understood. It is left out of the search. */
  problems: SearchProblem[];
}

/** `day`: no such day. `value`: not one of the known values. `twice`: only the first of an operator counts. */
export interface SearchProblem {
  operator: SearchOperator;
  value: string;
  kind: 'day' | 'value' | 'twice';
}

/** An operator with its value, which may be in quotes; or any other word. */
const PARTS = /([a-z]+):"([^"]*)"|([a-z]+):(\S+)|\S+/gi;

/**
 * Reads what was typed into the search box. Unknown operators are text. Never throws.
 * @param states what `is:` finds in this workspace.
 */
export function parseSearch(typed: string, states: readonly SearchedState[] = SEARCHED_STATES): SearchQuery {
  const query: SearchQuery = {
    text: '',
    from: null,
    has: null,
    before: null,
    after: null,
    label: null,
    is: null,
    problems: [],
  };
  const words: string[] = [];
  for (const [part, quotedName, quoted, plainName, plain] of typed.slice(0, SEARCH_MAX).matchAll(PARTS)) {
    const name = (quotedName ?? plainName ?? '').toLowerCase();
    const operator = SEARCH_OPERATORS.find((one) => one === name);
    const value = (quoted ?? plain ?? '').trim();
    if (operator !== undefined && value !== '') take(query, operator, value, states);
    // An operator whose value is still to be typed.
    else if (!SEARCH_OPERATORS.some((one) => part.toLowerCase().replaceAll('"', '') === `${one}:`))
      words.push(part);
  }
  return { ...query, text: words.join(' ') };
}

function take(
  query: SearchQuery,
  operator: SearchOperator,
  value: string,
  states: readonly SearchedState[],
): void {
  const reject = (kind: SearchProblem['kind']) => void query.problems.push({ operator, value, kind });
  if (query[operator] !== null) reject('twice');
  else if (operator === 'from' || operator === 'label') query[operator] = value;
  else if (operator === 'before' || operator === 'after') {
    query[operator] = readDay(value);
    if (query[operator] === null) reject('day');
  } else if (operator === 'has') {
    query.has = SEARCHED_THING_NAMES.find((one) => one === value.toLowerCase()) ?? null;
    if (query.has === null) reject('value');
  } else {
    query.is = states.find((one) => one === value.toLowerCase()) ?? null;
    if (query.is === null) reject('value');
  }
}

/** Returns a day as `2026-11-23`: from that, from `2026-11` (its first day) or from `2026`; null when there is none. */
function readDay(value: string): string | null {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(value) ?? [];
  if (year === undefined) return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text) ? null : text;
}

/** Returns a search as it would be typed: what is understood again as the same. */
export function writeSearch(query: Omit<SearchQuery, 'problems'>): string {
  const operators = SEARCH_OPERATORS.flatMap((operator) => {
    const value = query[operator];
    if (value === null) return [];
    return `${operator}:${/\s/.test(value) ? `"${value}"` : value}`;
  });
  return [query.text, ...operators].filter(Boolean).join(' ');
}
