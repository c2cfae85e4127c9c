import { fold } from '../../../../shared/domain/assist/text/fold.ts';
import type { KnowledgeSnippet } from '../knowledge.ts';
import { describeConversation, type NumberedMessage } from '../read-conversation.ts';
import { DRAFTS_EN } from './drafts-en.ts';
import { DRAFTS_PT } from './drafts-pt.ts';
import { GOLDEN_SHOPS, GOLDEN_SOURCE } from './shops.ts';
import { TRADE_DRAFTS_EN } from './trade-drafts-en.ts';
import { TRADE_DRAFTS_PT } from './trade-drafts-pt.ts';

/**
 * The golden set of drafts. Its product is the figure that decides whether drafts are offered with a model, so the
 * product and the tests read the same cases. A case is a few lines:
 *
 *     # kind shop notes     begins it: what it is about, the business, its saved replies that were found (`-`: none)
 *     * title | text        one more note
 *     @ name                the customer's name
 *     < text    > text      a message of the customer, of ours
 *     lang pt               the language of the answer, where it is not that of the set
 *     + text                an answer that is right; `from CHAT` names its source where it is not the first note
 *     - text                a tempting answer that is wrong
 *     must a|b; c           what a right answer says: one of the alternatives of each part
 *     not a; b              what no answer may say
 */

export const DRAFT_KINDS = [
  /** The notes or the conversation hold the answer. */
  'answer',
  /** Nothing holds it: right is no draft, a question back, or a gap. */
  'unknown',
  /** A message, a note or a name gives instructions to the model. */
  'injection',
  /** A note is out of date, or our own message says otherwise. */
  'contradiction',
  /** The customer writes in another language than the notes. */
  'language',
  /** Money, legal matters, health: left to people. */
  'sensitive',
] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** The languages of the golden set. */
export const GOLDEN_LANGUAGES = ['en', 'pt'] as const;
export type GoldenLanguage = (typeof GOLDEN_LANGUAGES)[number];

/** The day on which all cases happen: a Tuesday. */
export const GOLDEN_TODAY = '2026-11-24';

export interface DraftCase {
  id: string;
  kind: DraftKind;
  language: GoldenLanguage;
  /** The language that the answer has to be in. */
  answerLanguage: 'en' | 'pt' | 'es';
  shop: keyof typeof GOLDEN_SHOPS;
  notes: KnowledgeSnippet[];
  customer: string;
  chat: { isOurs: boolean; text: string }[];
  right: { text: string; from: string } | null;
  wrong: string | null;
  must: readonly (readonly string[])[];
  not: readonly (readonly string[])[];
}

/** Returns the drafts of a language, in the order in which they were written. */
export function goldenDrafts(language: GoldenLanguage): DraftCase[] {
  const counts = new Map<string, number>();
  const text = language === 'en' ? [DRAFTS_EN, TRADE_DRAFTS_EN] : [DRAFTS_PT, TRADE_DRAFTS_PT];
  return text
    .join('')
    .split('\n# ')
    .slice(1)
    .map((part) => {
      const read = readCase(part, language);
      const number = (counts.get(read.kind) ?? 0) + 1;
      counts.set(read.kind, number);
      return { ...read, id: `${language}-${read.kind}-${String(number).padStart(2, '0')}` };
    });
}

function readCase(part: string, language: GoldenLanguage): DraftCase {
  const [head = '', ...lines] = part.split('\n').filter((line) => line !== '');
  const [kind, shop, notes] = head.split(' ');
  const known = DRAFT_KINDS.find((one) => one === kind);
  if (!known || !shop || !(shop in GOLDEN_SHOPS)) throw new Error(`a golden case begins with: ${head}`);
  const its = shop as keyof typeof GOLDEN_SHOPS;
  const made: DraftCase = {
    ...{ id: '', kind: known, language, answerLanguage: language, shop: its, notes: [], chat: [] },
    ...{ customer: language === 'en' ? 'Sam' : 'Bia', right: null, wrong: null, must: [], not: [] },
  };
  for (const name of notes === '-' ? [] : (notes?.split(',') ?? [])) {
    const reply = GOLDEN_SHOPS[its].replies[name];
    if (!reply) throw new Error(`${shop} has no saved reply ${name}`);
    made.notes.push({ kind: 'reply', title: reply[0], text: reply[1], source: GOLDEN_SOURCE });
  }
  for (const line of lines) readLine(made, line);
  return made;
}

function readLine(made: DraftCase, line: string): void {
  const [, sign = '', text = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  if (sign === '<' || sign === '>') made.chat.push({ isOurs: sign === '>', text });
  else if (sign === '*') {
    const [title = '', note = ''] = text.split(' | ');
    made.notes.unshift({ kind: 'reply', title, text: note, source: GOLDEN_SOURCE });
  } else if (sign === '@') made.customer = text;
  else if (sign === '+') made.right = { text, from: 'A' };
  else if (sign === '-') made.wrong = text;
  else if (sign === 'from' && made.right) made.right.from = text;
  else if (sign === 'lang') made.answerLanguage = text as DraftCase['answerLanguage'];
  else if (sign === 'must') made.must = readTerms(text);
  else if (sign === 'not') made.not = readTerms(text);
  else throw new Error(`a golden case has a line that says nothing: ${line}`);
}

/** Reads `a|b; c`: one of the alternatives of each part. */
export function readTerms(text: string): string[][] {
  return text.split('; ').map((part) => part.split('|').map((term) => term.trim()));
}

/** Returns whether a text says one of the terms: letters without accents and case, numbers as a whole. */
export function says(text: string, terms: readonly string[]): boolean {
  const plain = ` ${fold(text).replace(/\s+/g, ' ')} `;
  return terms.some((term) => {
    const wanted = fold(term);
    const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const before = /^\d/.test(wanted) ? '(?<!\\d)(?<!\\d[.,:])' : '';
    const after = /\d$/.test(wanted) ? '(?!\\d)(?![.,:]\\d*[1-9])' : '';
    return new RegExp(`${before}${escaped}${after}`).test(plain);
  });
}

const START = Date.parse(`${GOLDEN_TODAY}T09:00:00Z`);
const MINUTE_MS = 60_000;

/** Returns a conversation of the golden set as tasks for the model see it. */
export function goldenConversation({ shop, customer, chat }: Pick<DraftCase, 'shop' | 'customer' | 'chat'>) {
  const { name, profile } = GOLDEN_SHOPS[shop];
  const messages = chat.map(({ isOurs, text }, index): NumberedMessage => {
    const id = Buffer.alloc(16, index + 1);
    return {
      ...{ id, number: index + 1, type: 'text', text, isRevoked: 0 },
      direction: isOurs ? 'outbound' : 'inbound',
      createdAt: new Date(START + index * MINUTE_MS),
      authorId: isOurs ? id : null,
    };
  });
  return describeConversation({
    business: { name, profile },
    contact: { name: customer, email: null, phone: null, labels: [], fields: [] },
    ...{ messages, closings: [], timeZone: 'UTC' },
  });
}
