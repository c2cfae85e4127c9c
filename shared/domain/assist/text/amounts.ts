import type { Span } from './fold.ts';

/** A number in a text with what it counts: a price in a currency, a percentage, or a number with its unit. */
export interface FoundAmount extends Span {
  kind: 'price' | 'percent' | 'number';
  values: string[];
  unit: string | null;
}

const NUMBER = '\\d{1,3}(?:[.,\\u00a0 ]\\d{3})+(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d+)?';
const SCALE = '(\\s?(?:mil|k|milhao|milhoes|million)\\b)?';
const CURRENCIES: readonly (readonly [code: string, before: string, after: string])[] = [
  ['BRL', 'r\\$|brl', 'reais|real|brl|contos?'],
  ['USD', 'us\\$|usd', 'dollars?|usd|bucks|dolares|dolar'],
  ['EUR', '€|eur', '€|euros?|eur'],
  ['GBP', '£|gbp', '£|pounds?|quid|gbp|libras'],
  ['$', '\\$', '\\$|pesos?'],
];
const UNITS: readonly (readonly [unit: string, names: string])[] = [
  ['minute', 'minutes?|mins?|minutos?'],
  ['hour', 'hours?|hrs?|horas?|hs|h'],
  ['working day', '(?:business|working) days?|dias? ute(?:is|l)|dias? habil(?:es)?|dias laborables'],
  ['day', 'days?|dias?'],
  ['week', 'weeks?|semanas?'],
  ['month', 'months?|mes(?:es)?'],
  ['year', 'years?|anos?|yrs?'],
  ['kg', 'kgs?|kilos?|quilos?'],
  ['g', 'g|gramas?|grams?|gr'],
  ['km', 'kms?|quilometros?|kilometros?'],
  ['cm', 'cms?|centimetros?'],
  ['mm', 'mms?|milimetros?'],
  ['m', 'm|metros?|meters?|metres?'],
  ['ml', 'mls?'],
  ['l', 'l|litros?|liters?|litres?'],
  ['instalment', 'x|vezes|parcelas?|instal?lments?|cuotas?'],
];
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  [
    ['two', 'dois', 'duas', 'dos'],
    ['three', 'tres'],
    ['four', 'quatro', 'cuatro'],
    ['five', 'cinco'],
    ['six', 'seis'],
    ['seven', 'sete', 'siete'],
    ['eight', 'oito', 'ocho'],
    ['nine', 'nove', 'nueve'],
    ['ten', 'dez', 'diez'],
    ['eleven', 'onze', 'once'],
    ['twelve', 'doze', 'doce'],
    ['thirteen', 'treze', 'trece'],
    ['fourteen', 'quatorze', 'catorze', 'catorce'],
    ['fifteen', 'quinze', 'quince'],
    ['sixteen', 'dezesseis', 'dieciseis'],
    ['seventeen', 'dezessete', 'diecisiete'],
    ['eighteen', 'dezoito', 'dieciocho'],
    ['nineteen', 'dezenove', 'diecinueve'],
  ].flatMap((words, index) => words.map((word) => [word, index + 2] as const)),
);
const TENS: ReadonlyMap<string, number> = new Map(
  [
    ['twenty', 'vinte', 'veinte'],
    ['thirty', 'trinta', 'treinta'],
    ['forty', 'quarenta', 'cuarenta'],
    ['fifty', 'cinquenta', 'cincuenta'],
    ['sixty', 'sessenta', 'sesenta'],
    ['seventy', 'setenta'],
    ['eighty', 'oitenta', 'ochenta'],
    ['ninety', 'noventa'],
    ['a hundred', 'one hundred', 'cem', 'cien'],
  ].flatMap((words, index) => words.map((word) => [word, (index + 2) * 10] as const)),
);
/** The words that follow tens: one, and those up to nine. */
const ONES: ReadonlyMap<string, number> = new Map([
  ...['one', 'um', 'uma', 'uno', 'una'].map((word) => [word, 1] as const),
  ...[...NUMBER_WORDS].filter(([, value]) => value < 10),
]);
const SPELLED = `(?:${[...TENS.keys()].join('|')})(?:(?:-| | e | y )(?:${[...ONES.keys()].join('|')}))?|${[...NUMBER_WORDS.keys()].join('|')}`;
/** Currencies by words that mean nothing else. */
const SPELLED_CURRENCIES: readonly (readonly [code: string, names: string])[] = [
  ['BRL', 'reais|contos?'],
  ['USD', 'dollars|bucks|dolares'],
  ['EUR', 'euros'],
  ['GBP', 'pounds|quid|libras'],
];

const PERCENT = new RegExp(
  `(?<![\\d.,])(${NUMBER})\\s?(?:%|\\bper ?cent\\b|\\bpor cento\\b|\\bpor ciento\\b)`,
  'g',
);
const PRICES = CURRENCIES.map(([code, before, after]) => ({
  code,
  before: new RegExp(`(?<![a-z])(?:${before})\\s?(${NUMBER})${SCALE}`, 'g'),
  after: new RegExp(`(?<![\\d.,])(${NUMBER})${SCALE}\\s?(?:de )?(?:${after})(?![a-z])`, 'g'),
}));
const ANY_UNIT = UNITS.map(([, names]) => names).join('|');
const UNIT_READERS = UNITS.map(([unit, names]) => [new RegExp(`^(?:${names})$`), unit] as const);
const NUMBERS = new RegExp(`(?<![a-z\\d.,#/])(${NUMBER})(?![\\d])(?:\\s?(${ANY_UNIT})(?![a-z0-9$]))?`, 'g');
const RANGES = new RegExp(
  `(?<![a-z\\d.,#/])(\\d+)\\s?(?:-|–|to|or|and|a|ou|o|e|y)\\s?(\\d+)\\s?(${ANY_UNIT})(?![a-z0-9])`,
  'g',
);
/** The end of a number above a hundred is no number of its own. */
const NO_PART = '(?<!(?:cento|ent[oa]s|hundred|mil|thousand) (?:e |and |y )?)';
const WORDS = new RegExp(`${NO_PART}\\b(${SPELLED})\\s(${ANY_UNIT})(?![a-z0-9])`, 'g');
const SPELLED_PRICES = SPELLED_CURRENCIES.map(([code, names]) => ({
  code,
  pattern: new RegExp(`${NO_PART}\\b(${SPELLED})\\s(?:${names})(?![a-z0-9])`, 'g'),
}));

/** Finds prices, percentages and numbers in a text without accents. */
export function findAmounts(folded: string): FoundAmount[] {
  const found: FoundAmount[] = [];
  const add = (kind: FoundAmount['kind'], match: RegExpExecArray, values: string[], unit: string | null) => {
    const start = match.index;
    const end = start + match[0].trimEnd().length;
    if (!found.some((earlier) => start < earlier.end && earlier.start < end))
      found.push({ kind, start, end, values, unit });
  };
  for (const match of folded.matchAll(PERCENT)) add('percent', match, [readNumber(match[1] ?? '')], null);
  for (const { code, before, after } of PRICES)
    for (const pattern of [before, after])
      for (const match of folded.matchAll(pattern))
        add('price', match, [readNumber(match[1] ?? '', match[2])], code);
  for (const { code, pattern } of SPELLED_PRICES)
    for (const match of folded.matchAll(pattern)) add('price', match, [readWords(match[1] ?? '')], code);
  for (const match of folded.matchAll(RANGES))
    add('number', match, [readNumber(match[1] ?? ''), readNumber(match[2] ?? '')], unitOf(match[3]));
  for (const match of folded.matchAll(NUMBERS))
    if (!isListMark(folded, match)) add('number', match, [readNumber(match[1] ?? '')], unitOf(match[2]));
  for (const match of folded.matchAll(WORDS))
    add('number', match, [readWords(match[1] ?? '')], unitOf(match[2]));
  return found;
}

/** Returns a number as digits with a decimal point: 1.000,50 and 1,000.50 are both 1000.5. */
export function readNumber(written: string, scale?: string): string {
  const bare = written.replace(/[\u00a0 ]/g, '');
  const separators = bare.match(/[.,]/g) ?? [];
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const isThousands = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(bare) && new Set(separators).size === 1;
  const whole = isThousands || last < 0 ? bare : bare.slice(0, last);
  const decimals = isThousands || last < 0 ? '' : bare.slice(last + 1);
  const digits = whole.replace(/[.,]/g, '');
  if (digits.length > 15) return digits;
  return String(Number(`${digits}.${decimals || '0'}`) * scaleOf(scale));
}

/** Returns a number in words as digits: twenty-three, vinte e três. */
function readWords(written: string): string {
  const [tens] = [...TENS].find(([word]) => written.startsWith(word)) ?? [];
  if (tens === undefined) return String(NUMBER_WORDS.get(written));
  const ones = written.slice(tens.length).replace(/^(?:-| e | y | )/, '');
  return String((TENS.get(tens) ?? 0) + (ONES.get(ones) ?? 0));
}

function scaleOf(scale: string | undefined): number {
  const word = scale?.trim();
  if (!word) return 1;
  return word === 'mil' || word === 'k' ? 1_000 : 1_000_000;
}

function unitOf(name: string | undefined): string | null {
  if (name === undefined) return null;
  return UNIT_READERS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** The "1." that starts a line of a list counts nothing. */
function isListMark(folded: string, match: RegExpExecArray): boolean {
  if (match[2] !== undefined || !/^\d{1,2}$/.test(match[1] ?? '')) return false;
  const before = folded.slice(folded.lastIndexOf('\n', match.index - 1) + 1, match.index);
  const after = folded.slice(match.index + match[0].length, match.index + match[0].length + 2);
  return before.trim() === '' && /^[.)]\s/.test(after);
}
