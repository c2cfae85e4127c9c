import type { Day } from '../../../../shared/domain/assist/text/calendar.ts';
import { type Fact, findFacts } from '../../../../shared/domain/assist/text/facts.ts';
import { fold, overlaps, type Span, wordsOf } from '../../../../shared/domain/assist/text/fold.ts';
import { GAP } from '../../../../shared/domain/assist/text/verify.ts';
import { firstName, type ReplyVariable } from '../../../../shared/domain/saved-reply.ts';
import { cutText } from '../../../../shared/domain/text.ts';

/** An answer that a person gave by hand, and who was in that conversation. */
export interface GivenAnswer {
  text: string;
  question: string;
  /** The day on which it was written, from which its "tomorrow" counts. */
  day: Day;
  contactId: string;
  contactName: string;
  /** Empty: the person who wrote it is no longer a member. */
  authorName: string;
}

/** More gaps than this leave no reply worth saving. */
const GAPS_MAX = 2;
/** What a person changes anyway may be missing in some of the other answers. */
const STATED_SHARE = 0.5;
/** So many customers must have received a word or a fact before it is the business's own. */
const CONTACTS_MIN = 2;
const NAME_LENGTH = { least: 8, most: 60 };
const NAME_WORDS = 8;
/** "Maria, …" or "Hi Maria": how a customer is addressed, whatever the contact is called. */
const ADDRESSED = [
  /(?<=^|[.!?\n]\s*)(\p{Lu}[\p{L}'’-]+)(?=,\s)/gu,
  /(?<=(?:^|[\s.!?,])(?:hi|hello|hey|dear|ol[áa]|oi|bom dia|boa tarde|boa noite|hola|buen[oa]s \p{L}+)[ ,]+)(\p{Lu}[\p{L}'’-]+)/giu,
];

/**
 * Returns the most typical of the answers as the text of a saved reply: names become variables, and a fact that was not
 * given to several customers becomes a gap. Null when too little is left. What only one customer was sent is preferably not
 * in it.
 */
export function generalText(answers: readonly GivenAnswer[], businessName: string): string | null {
  const facts = answers.map(({ text, day }) => findFacts(text, day));
  const words = answers.map(({ text }) => new Set(wordsOf(text)));
  const texts = answers.flatMap((answer, place) => {
    const text = withoutPersonal(answer, businessName, {
      isStated: (fact) => isStatedBySeveral(fact, answers, facts),
      isSaidToOthers: (word) =>
        answers.some((other, at) => other.contactId !== answer.contactId && words[at]?.has(fold(word))),
    });
    const own = [...(words[place] ?? [])];
    const shared = own.filter((word) =>
      answers.some((other, at) => other.contactId !== answer.contactId && words[at]?.has(word)),
    );
    const gaps = text.split(GAP).length - 1;
    return gaps > GAPS_MAX ? [] : [{ text, gaps, share: shared.length / Math.max(1, own.length) }];
  });
  // The answers come with the most typical one first, which stays so among equals.
  return texts.sort((one, other) => one.gaps - other.gaps || other.share - one.share)[0]?.text ?? null;
}

/**
 * Returns a name for the reply: a question in the words of a customer that others used too, or the beginning of the text.
 */
export function nameFor(answers: readonly GivenAnswer[], text: string): string {
  const words = answers.map(({ question }) => new Set(wordsOf(question)));
  const lines = answers.flatMap(({ question, contactId, contactName, day }, place) =>
    question.split('\n').flatMap((line) => {
      const name = line
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/[.!,;:]+$/, '');
      const own = wordsOf(name);
      if (name.length < NAME_LENGTH.least || name.length > NAME_LENGTH.most || own.length < 2) return [];
      if (findFacts(name, day).length > 0 || /[{}]/.test(name)) return [];
      if (own.some((word) => wordsOf(contactName).includes(word))) return [];
      const others = words.filter((_, at) => at !== place && answers[at]?.contactId !== contactId);
      const used = own.map((word) => others.filter((other) => other.has(word)).length);
      if (used.some((count) => count === 0)) return [];
      return [{ name, score: used.reduce((sum, count) => sum + count, 0) / own.length }];
    }),
  );
  const [best] = lines.sort((one, other) => other.score - one.score || one.name.length - other.name.length);
  return capitalized(best?.name ?? beginningOf(text));
}

interface Others {
  isStated(fact: Fact): boolean;
  isSaidToOthers(word: string): boolean;
}

function withoutPersonal(
  { text, day, contactName, authorName }: GivenAnswer,
  businessName: string,
  { isStated, isSaidToOthers }: Others,
): string {
  const cuts: (Span & { put: string })[] = [];
  const cut = (span: Span, put: string) => {
    if (span.end > span.start && !cuts.some((known) => overlaps(known, span))) cuts.push({ ...span, put });
  };
  const named = (name: string, variable: ReplyVariable) => {
    for (const span of occurrences(text, name)) cut(span, `{{${variable}}}`);
  };
  // Who is saved by one name only is addressed as others are by their first.
  if (firstName(contactName) !== contactName.trim()) named(contactName, 'contact.name');
  named(firstName(contactName), 'contact.first_name');
  named(authorName, 'agent.name');
  named(firstName(authorName), 'agent.name');
  named(businessName, 'workspace.name');
  for (const pattern of ADDRESSED) {
    for (const match of text.matchAll(pattern)) {
      const [, name = ''] = match;
      const start = match.index;
      if (!isSaidToOthers(name)) cut({ start, end: start + name.length }, '{{contact.first_name}}');
    }
  }
  for (const fact of findFacts(text, day)) if (!isStated(fact)) cut(fact, GAP);
  let result = '';
  let from = 0;
  for (const { start, end, put } of cuts.sort((one, other) => one.start - other.start)) {
    result += text.slice(from, start) + put;
    from = end;
  }
  // Braces of the answer itself would be variables that nobody can fill.
  return (result + text.slice(from).replace(/\{\{|\}\}/g, '')).trim();
}

/** Returns whether answers to several customers state a fact, and not only few of them. */
function isStatedBySeveral(
  fact: Fact,
  answers: readonly GivenAnswer[],
  facts: readonly (readonly Fact[])[],
): boolean {
  const stating = answers.filter((_, place) =>
    facts[place]?.some(
      ({ kind, values }) => kind === fact.kind && fact.values.every((value) => values.includes(value)),
    ),
  );
  const contacts = new Set(stating.map(({ contactId }) => contactId)).size;
  return contacts >= CONTACTS_MIN && stating.length >= STATED_SHARE * answers.length;
}

/** Returns where a name stands as a whole word, in any case. */
function occurrences(text: string, name: string): Span[] {
  const sought = fold(name.trim());
  if (sought.length < 2) return [];
  const folded = fold(text);
  const spans: Span[] = [];
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    const isWhole = !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1)) && !/[\p{L}\p{N}]/u.test(folded.charAt(end));
    if (isWhole) spans.push({ start: at, end });
  }
  return spans;
}

function beginningOf(text: string): string {
  const plain = text
    .replace(/\{\{[^}]*\}\}/g, '')
    .replaceAll(GAP, '')
    .split(/[\n.!?,]/)
    .map((part) => part.replace(/^[\s,;:!-]+/, '').trim())
    .find((part) => wordsOf(part).length > 2);
  return cutText((plain ?? '').split(/\s+/).slice(0, NAME_WORDS).join(' '), NAME_LENGTH.most);
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
