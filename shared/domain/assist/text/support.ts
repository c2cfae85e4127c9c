import { type Day, weekdayOf } from './calendar.ts';
import { isSameDay } from './dates.ts';
import { type Fact, findFacts } from './facts.ts';
import { fold, overlaps, type Span, sentencesOf, wordsOf } from './fold.ts';
import { isSamePhone } from './identifiers.ts';
import { withoutInstructions } from './instructions.ts';

/** A text that a draft may take its facts from. A plain string is the business's own text, read today. */
export type DraftSource =
  | string
  | {
      text: string;
      /** The day on which it was written, from which its "tomorrow" counts. */
      writtenOn?: Day;
      /** A customer's words can name a day, a number or an order, but no price, percentage or address of ours. */
      isFromCustomer?: boolean;
    };

interface KnownFact extends Fact {
  isFromCustomer: boolean;
  isNegated: boolean;
}

/** A time that the business states, with the weekdays of its sentence; null where it names none, or other days. */
interface KnownTime {
  value: string;
  weekdays: readonly number[] | null;
}

/** What the sources of a draft state. */
export interface Knowledge {
  facts: KnownFact[];
  times: KnownTime[];
  words: ReadonlySet<string>;
}

/** What is read of one source: the longest text of a customer is four times as long. */
const SOURCE_MAX = 16_000;
const CLAUSE_END = /[.!?;\n]|,\s|\b(?:but|mas|pero|porem|and we|e nos|so)\b/g;
const NEGATION =
  /\b(?:no(?! (?:domingo|sabado|dia|fim|feriado|natal|mesmo|site|horario|periodo|cartao|pix|boleto|proximo)\b)|not|never|nao|nunca|jamais|sem|without|closed|except|fechad[oa]s?|cerrad[oa]s?|exceto|menos|excepto|sin|neither|nem|ni)\b|n't\b/;
const NEEDS_BUSINESS: ReadonlySet<string> = new Set(['price', 'percent', 'url']);
const HAS_POLARITY: ReadonlySet<string> = new Set(['date', 'time']);
const DIGIT_KINDS: ReadonlySet<string> = new Set(['number', 'code', 'document', 'phone']);

/** Reads what sources state. Sentences that give instructions to an assistant state nothing. */
export function gatherKnowledge(sources: readonly DraftSource[], today: Day): Knowledge {
  const facts: KnownFact[] = [];
  const times: KnownTime[] = [];
  const words = new Set<string>();
  for (const source of sources) {
    const {
      text,
      writtenOn = today,
      isFromCustomer = false,
    } = typeof source === 'string' ? { text: source } : source;
    const clean = withoutInstructions(text.slice(0, SOURCE_MAX));
    const folded = fold(clean);
    for (const word of wordsOf(clean)) words.add(word);
    const found = findFacts(clean, writtenOn).map((fact): KnownFact => {
      return { ...fact, isFromCustomer, isNegated: isNegatedAt(folded, fact.start, fact.end) };
    });
    facts.push(...found);
    if (!isFromCustomer) times.push(...timesOf(clean, found));
  }
  return { facts, times, words };
}

/** Returns the times of a text with the weekdays that it states them for. */
function timesOf(text: string, facts: readonly KnownFact[]): KnownTime[] {
  return sentencesOf(text).flatMap((sentence) => {
    const inIt = facts.filter((fact) => overlaps(fact, sentence));
    const dates = inIt.filter(({ kind, isNegated }) => kind === 'date' && !isNegated);
    const isSchedule = dates.length > 0 && dates.every(({ values }) => values.every(isWeekday));
    const weekdays = isSchedule ? dates.flatMap(({ values }) => weekdaysOf(values)) : null;
    return inIt
      .filter(({ kind }) => kind === 'time')
      .flatMap(({ values, isNegated }) =>
        values.map((value) => ({ value, weekdays: isNegated ? null : weekdays })),
      );
  });
}

const isWeekday = (value: string) => value.startsWith('weekday:');

/** Returns the weekdays that readings of a date mean; none for those that have no weekday, such as the 24th. */
function weekdaysOf(values: readonly string[]): number[] {
  return values.flatMap((value) => {
    if (isWeekday(value)) return [Number(value.slice('weekday:'.length))];
    return value.length === 10 ? [weekdayOf(value)] : [];
  });
}

/** Returns whether a fact of a draft stands in the sources, and is not denied there. */
export function isSupported(fact: Fact, text: string, known: Knowledge, today: Day): boolean {
  if (fact.kind === 'name') return fact.values.every((word) => known.words.has(word));
  const isNegated = isNegatedAt(fold(text), fact.start, fact.end);
  const isClaimed = HAS_POLARITY.has(fact.kind) && !isNegated;
  const usable = known.facts.filter((source) => !(source.isFromCustomer && NEEDS_BUSINESS.has(fact.kind)));
  const stands = (value: string) => {
    const stating = usable.filter((source) => states(source, fact, value, today));
    // Who asks for Sunday names the day; that the business is closed then is what counts.
    const own = stating.filter(({ isFromCustomer }) => !isFromCustomer);
    if (isClaimed && own.length > 0) return own.some((source) => !source.isNegated);
    return stating.length > 0 && !(isClaimed && isTimeOfOtherDays(fact, text, known, today));
  };
  return fact.isRange ? fact.values.every(stands) : fact.values.some(stands);
}

/**
 * Returns whether a day that only the customer has named is given a time that the business states for other weekdays alone:
 * who asks for Wednesday does not get the hour of Tuesdays and Thursdays.
 */
function isTimeOfOtherDays(fact: Fact, text: string, known: Knowledge, today: Day): boolean {
  const days = fact.kind === 'date' ? weekdaysOf(fact.values) : [];
  if (days.length < fact.values.length || days.length === 0) return false;
  const clause = clauseAt(fold(text), fact.start, fact.end);
  const beside = findFacts(text.slice(clause.start, clause.end), today);
  const standsIn = (one: Fact, source: KnownFact) =>
    one.values.some((value) => states(source, one, value, today));
  // With a day of ours beside it, the time may be that day's; and a time that the customer names is theirs.
  const hasOurDay = beside.some(
    (one) =>
      one.kind === 'date' && known.facts.some((source) => !source.isFromCustomer && standsIn(one, source)),
  );
  if (hasOurDay) return false;
  return beside.some((one) => {
    if (one.kind !== 'time') return false;
    if (known.facts.some((source) => source.isFromCustomer && standsIn(one, source))) return false;
    const stated = known.times.filter(({ value }) => one.values.some((time) => isSameTime(time, value)));
    const isOther = ({ weekdays }: KnownTime) =>
      weekdays !== null && !days.some((day) => weekdays.includes(day));
    return stated.length > 0 && stated.every(isOther);
  });
}

function states(source: KnownFact, fact: Fact, value: string, today: Day): boolean {
  if (fact.kind === 'date')
    return source.kind === 'date' && source.values.some((known) => isSameDay(value, known, today));
  if (fact.kind === 'time')
    return source.kind === 'time' && source.values.some((known) => isSameTime(value, known));
  if (fact.kind === 'url')
    return (
      source.kind === 'url' && source.values.some((known) => known === value || known.startsWith(`${value}/`))
    );
  if (fact.kind === 'email' || fact.kind === 'percent')
    return source.kind === fact.kind && source.values.includes(value);
  if (fact.kind === 'price') return isSamePrice(source, fact, value);
  if (fact.kind === 'number' && source.kind === 'price')
    return fact.unit === null && source.values.includes(value);
  if (fact.kind === 'number' && source.kind === 'number')
    return (
      source.values.includes(value) &&
      (fact.unit === null || source.unit === null || isSameUnit(fact, source))
    );
  if (!DIGIT_KINDS.has(source.kind)) return false;
  if (fact.unit !== null) return false;
  return source.values.some((known) => known === value || (value.length >= 8 && isSamePhone(value, known)));
}

/** A price stands where the same amount stands in the same currency, or as a bare number that counts nothing. */
function isSamePrice(source: KnownFact, fact: Fact, value: string): boolean {
  if (!source.values.includes(value)) return false;
  if (source.kind === 'number') return source.unit === null;
  if (source.kind !== 'price') return false;
  const isDollar = (unit: string | null) => unit === '$' || unit === 'USD';
  return source.unit === fact.unit || (isDollar(source.unit) && isDollar(fact.unit));
}

function isSameUnit(one: Fact, other: Fact): boolean {
  return one.unit === other.unit;
}

/** 2:30 can be 14:30, so a time before one o'clock in the afternoon may be twelve hours later. */
function isSameTime(written: string, known: string): boolean {
  if (written === known) return true;
  const [hour = 0, minute = ''] = [Number(written.slice(0, 2)), written.slice(3)];
  return hour >= 1 && hour <= 11 && known === `${hour + 12}:${minute}`;
}

function isNegatedAt(folded: string, start: number, end: number): boolean {
  const clause = clauseAt(folded, start, end);
  return NEGATION.test(folded.slice(clause.start, clause.end));
}

/** How far a clause goes to either side of a part of it: a text without signs is not read again for each of its facts. */
const CLAUSE_MAX = 500;

/** Returns where the clause around a part of a folded text stands. */
function clauseAt(folded: string, start: number, end: number): Span {
  let from = Math.max(0, start - CLAUSE_MAX);
  const before = folded.slice(from, start);
  const first = from;
  for (const match of before.matchAll(CLAUSE_END)) from = first + match.index + match[0].length;
  const after = folded.slice(end, end + CLAUSE_MAX);
  const stop = /[.!?;\n]|,\s|\b(?:but|mas|pero|porem)\b/.exec(after)?.index ?? after.length;
  return { start: from, end: end + stop };
}
