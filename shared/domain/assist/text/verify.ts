import type { Day } from './calendar.ts';
import { type FactKind, findFacts } from './facts.ts';
import { type DraftFindingKind, GAP } from './findings.ts';
import { countLetters, type Span } from './fold.ts';
import { findInstructions } from './instructions.ts';
import { isInLanguage, type TextLanguage } from './language.ts';
import { findLeaks, showsPrompt } from './leaks.ts';
import { findPromises } from './promises.ts';
import { findSensitive, type SensitiveTopic } from './sensitive.ts';
import { type DraftSource, gatherKnowledge, isSupported } from './support.ts';

export { type DraftFindingKind, GAP } from './findings.ts';
export type { DraftSource } from './support.ts';

/** One reason of the verifier, and where it stands in the text that was given to it. */
export interface DraftFinding extends Span {
  kind: DraftFindingKind;
  /** Whether sending must wait until a person has changed the text. */
  isBlocking: boolean;
  /** The kind of the invented fact. */
  fact?: FactKind;
  /** The topic that is left to people. */
  topic?: SensitiveTopic;
}

export interface VerifyOptions {
  /** Everything a fact may come from: card, the last 30 messages, the notes used, profile, the member's own words. */
  sources: readonly DraftSource[];
  /** The language the text must be in; unknown accepts every language. */
  language: TextLanguage;
  /** How long the workspace's messages are, in characters: the median. */
  medianLength: number;
  /** The day from which "tomorrow" counts. */
  today: Day;
  /** The customer's messages that the draft answers: a sensitive topic or an instruction in them means no draft. */
  question?: string;
  /** Emails, phones and codes known for other contacts only, as they are written. */
  knownToOthers?: readonly string[];
  /** The fixed part of the prompt, which a text must not repeat. */
  prompt?: string;
  /** Keys of the schema that the model was given. */
  schemaKeys?: readonly string[];
}

/** A generated text after the verifier. */
export interface VerifiedDraft {
  /** The text without promises, with a gap for each fact that no source states. */
  text: string;
  findings: DraftFinding[];
  /** Whether the text may be shown to a member. */
  isShown: boolean;
}

/** A median of very short messages must not forbid an ordinary sentence. */
const SHORTEST_LIMIT = 160;
/** More gaps than this leave nothing worth showing. */
const MAX_GAPS = 1;
/** Marks that WhatsApp does not know: headings, links, tables, bold text. */
export const MARKDOWN = /^\s{0,3}#{1,6}\s|\[[^\]\n]+\]\([^)\s]+\)|^\s*\|.+\|\s*$|\*\*|^\s*---+\s*$/gm;
const HIDES: ReadonlySet<DraftFindingKind> = new Set([
  'language',
  'length',
  'marks',
  'markdown',
  'leak',
  'prompt',
  'instructions',
  'sensitive',
  'empty',
]);

/**
 * Verifies a generated text before a member sees it. It drops promises, replaces facts that no source states
 * with gaps, and decides whether the rest may be shown. It needs no model.
 */
export function verifyDraft(text: string, options: VerifyOptions): VerifiedDraft {
  const whole = { start: 0, end: text.length };
  const findings: DraftFinding[] = [];
  const add = (kind: DraftFindingKind, span: Span = whole, more: Partial<DraftFinding> = {}) =>
    findings.push({ kind, start: span.start, end: span.end, isBlocking: false, ...more });

  const promises = findPromises(text, { date: options.today, time: '00:00' });
  for (const promise of promises) add('promise', promise);
  const gaps = findGaps(text, options, promises);
  for (const gap of gaps) add('invented_fact', gap, { isBlocking: true, fact: gap.kind });
  for (const leak of findLeaks(text, options.knownToOthers ?? [])) add('leak', leak, { isBlocking: true });
  if (showsPrompt(text, options.prompt, options.schemaKeys)) add('prompt');
  if (findInstructions(options.question ?? '').length > 0) add('instructions');
  for (const { topic, ...span } of findSensitive(text)) add('sensitive', span, { topic });
  for (const { topic } of findSensitive(options.question ?? ''))
    add('sensitive', { start: 0, end: 0 }, { topic });
  for (const match of text.matchAll(MARKDOWN))
    add('markdown', { start: match.index, end: match.index + match[0].length });
  if (!hasBalancedMarks(text)) add('marks');

  const verified = withGaps(text, promises, gaps);
  if (countLetters(verified) < 2) add('empty');
  if (!isInLanguage(verified, options.language)) add('language');
  if (verified.length > Math.max(2 * options.medianLength, SHORTEST_LIMIT)) add('length');
  const isShown = countGaps(verified) <= MAX_GAPS && !findings.some(({ kind }) => HIDES.has(kind));
  return { text: verified, findings: findings.sort((one, other) => one.start - other.start), isShown };
}

/** Returns whether the marks of WhatsApp (*bold*, _italic_, ~struck~, ```code```) come in pairs on each line. */
export function hasBalancedMarks(text: string): boolean {
  if ((text.match(/```/g)?.length ?? 0) % 2 === 1) return false;
  const plain = text.replace(/```[\s\S]*?```/g, '').replace(/https?:\/\/\S+|(?<!\S)[^\s@]+@\S+/g, '');
  return plain.split('\n').every((line) =>
    ['*', '_', '~'].every((mark) => {
      const marks = line
        .replace(/^\s*\* /, '')
        .match(new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)|(?<=\\S)[${mark}](?![\\p{L}\\p{N}])`, 'gu'));
      return (marks?.length ?? 0) % 2 === 0;
    }),
  );
}

function findGaps(
  text: string,
  options: VerifyOptions,
  dropped: readonly Span[],
): (Span & { kind: FactKind })[] {
  const known = gatherKnowledge(options.sources, options.today);
  return findFacts(text, options.today).filter(
    (fact) =>
      !dropped.some(({ start, end }) => start <= fact.start && fact.end <= end) &&
      !isSupported(fact, text, known, options.today),
  );
}

function withGaps(text: string, dropped: readonly Span[], gaps: readonly Span[]): string {
  const cuts = [
    ...dropped.map((span) => ({ ...span, put: '' })),
    ...gaps.map((span) => ({ start: span.start, end: span.end, put: GAP })),
  ].sort((one, other) => one.start - other.start);
  let result = '';
  let from = 0;
  for (const { start, end, put } of cuts) {
    result += text.slice(from, start) + put;
    from = end;
  }
  return tidied(result + text.slice(from));
}

/** Gaps side by side are one, and a dropped sentence leaves no double space or empty line behind. */
function tidied(text: string): string {
  return text
    .replaceAll('[fact?]', GAP)
    .replace(/\[…\](?:\s*(?:,|-|–|\/)?\s*\[…\])+/g, GAP)
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function countGaps(text: string): number {
  return text.split(GAP).length - 1;
}
