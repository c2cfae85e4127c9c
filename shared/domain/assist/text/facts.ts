import { findAmounts } from './amounts.ts';
import type { Day } from './calendar.ts';
import { findTimes } from './dates.ts';
import { fold, overlaps, type Span, startsSentence, wordsOf } from './fold.ts';
import { findIdentifiers } from './identifiers.ts';

/** What a text states that can be true or false. */
export type FactKind =
  | 'number'
  | 'price'
  | 'percent'
  | 'date'
  | 'time'
  | 'url'
  | 'email'
  | 'phone'
  | 'document'
  | 'code'
  | 'name';

/** A fact of a text: where it stands, what it is, and what it can mean in the form that is compared. */
export interface Fact extends Span {
  kind: FactKind;
  text: string;
  values: string[];
  /** Whether the text states all of the values (Monday to Friday, 2 to 3 days), not one of them. */
  isRange: boolean;
  /** The currency of a price or what a number counts. */
  unit: string | null;
}

const CAPITALISED =
  /\p{Lu}[\p{L}'’-]*(?:\s+(?:(?:de|da|do|dos|das|e|of|del|la|y|von)\s+)?\p{Lu}[\p{L}'’-]*)*/gu;
/** Capitalised in English, or by courtesy, or for everyone: they name nobody. */
const NO_NAMES = new Set(
  `i i'm i'll i've i'd ok whatsapp pdf faq voce voces senhor senhora senhores sr sra srs sras usted ustedes mr mrs ms dr dra
  english portuguese spanish ingles portugues espanhol brazilian thanks obrigado obrigada gracias`.split(
    /\s+/,
  ),
);

/** Finds the facts of a text. `today` is the day from which "tomorrow" counts. */
export function findFacts(text: string, today: Day): Fact[] {
  const folded = fold(text);
  const facts: Fact[] = [];
  const add = (kind: FactKind, span: Span, values: string[], isRange: boolean, unit: string | null) => {
    if (facts.some((earlier) => overlaps(earlier, span))) return;
    facts.push({
      kind,
      start: span.start,
      end: span.end,
      text: text.slice(span.start, span.end),
      values,
      isRange,
      unit,
    });
  };
  const identifiers = findIdentifiers(text);
  const times = findTimes(folded, today);
  for (const found of identifiers.filter(({ kind }) => kind !== 'phone' && kind !== 'code'))
    add(found.kind, found, [found.value], false, null);
  for (const found of times.filter(({ kind }) => kind === 'date'))
    add(found.kind, found, found.values, found.isRange, null);
  for (const found of identifiers) add(found.kind, found, [found.value], false, null);
  const amounts = findAmounts(folded);
  for (const found of amounts.filter(({ kind }) => kind !== 'number'))
    add(found.kind, found, found.values, found.values.length > 1, found.unit);
  for (const found of times) add(found.kind, found, found.values, found.isRange, null);
  for (const found of amounts) add(found.kind, found, found.values, found.values.length > 1, found.unit);
  for (const found of findNames(text)) add('name', found, found.values, true, null);
  return facts.sort((one, other) => one.start - other.start);
}

/** Finds capitalised names that do not start a sentence. Their values are the words that must be known. */
function findNames(text: string): (Span & { values: string[] })[] {
  const found: (Span & { values: string[] })[] = [];
  for (const match of text.matchAll(CAPITALISED)) {
    let start = match.index;
    let name = match[0];
    if (startsSentence(text, start)) {
      const rest = /^\S+\s+/.exec(name)?.[0];
      if (rest === undefined) continue;
      start += rest.length;
      name = name.slice(rest.length);
      if (!/^\p{Lu}/u.test(name)) continue;
    }
    const values = wordsOf(name).filter((word) => word.length > 2 && !NO_NAMES.has(word));
    if (values.length > 0) found.push({ start, end: start + name.length, values });
  }
  return found;
}
