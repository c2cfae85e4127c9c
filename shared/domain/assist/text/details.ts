import type { Day } from './calendar.ts';
import { findTimes } from './dates.ts';
import { fold, overlaps, type Span } from './fold.ts';
import { digitsOf, findIdentifiers } from './identifiers.ts';

/** A detail of a customer that a contact's field can hold. */
export type DetailKind = 'email' | 'phone' | 'cpf' | 'cnpj' | 'cep' | 'date' | 'order';

/** A detail in a customer's message: the form in which it is saved, and the words that say it. */
export interface Detail extends Span {
  kind: DetailKind;
  value: string;
  quote: string;
}

export interface DetailOptions {
  today: Day;
  /** How the workspace writes its order numbers: # stands for a digit, @ for a letter, as in AB-####. */
  orderFormats?: readonly string[];
}

const DOCUMENT =
  /(?<![\d.,-])(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2})(?![\d])/g;
const CEP = /(?<![\d.,+-])(?:\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}|(?<=\bcep\D{0,5})\d{8})(?![\d-])/g;
const ORDER_CODE = String.raw`(?:[a-z]{1,4}-?)?\d{4,12}`;
/** Who orders something says how much of it: "I'd like to order 1500 napkins". */
const ORDERS_SOMETHING = String.raw`(?:\b(?:like|want|need|going|able|have|wanted) to|\b(?:can|could|may|will|would|did|do) (?:i|we|you)|\b(?:i|we)(?:'(?:d|ll))?) `;
const ORDER = new RegExp(
  String.raw`(?<!${ORDERS_SOMETHING})\b(?:orders?|pedidos?|ped|compra|purchase)(?: (?:number|numero|no|n|code|codigo|id|is|e o|e|es))*[ .:º°#]*(${ORDER_CODE}(?:(?:,| and| e| y) #?${ORDER_CODE})*)(?![\w/.,-]*\d)`,
  'g',
);
/** A date is a detail of the person only where the message says which one it is. */
const DATE_OF =
  /\b(?:born|birthday|bday|dob|birth|nasci|nascimento|aniversario|nascid[oa]|naci|nacimiento|cumpleanos|wedding|anniversary|casamento)\b/;

/** Finds details of the customer in a message of theirs. Numbers with check digits must have the right ones. */
export function findDetails(text: string, { today, orderFormats = [] }: DetailOptions): Detail[] {
  const folded = fold(text);
  const details: Detail[] = [];
  const add = (kind: DetailKind, start: number, end: number, value: string) => {
    if (
      !details.some(
        (known) => overlaps(known, { start, end }) || (known.kind === kind && known.value === value),
      )
    )
      details.push({ kind, start, end, value, quote: text.slice(start, end) });
  };
  const identifiers = findIdentifiers(text);
  for (const { kind, start, end, value } of identifiers)
    if (kind === 'email') add('email', start, end, value);
  for (const match of folded.matchAll(DOCUMENT)) {
    const digits = digitsOf(match[0]);
    const isSaid = /\bcpf\W{0,12}$|\bcnpj\W{0,12}$|\bcpf (?:e|is|do titular)\W*$/.test(
      folded.slice(0, match.index),
    );
    if (!isSaid && /^\d+$/.test(match[0]) && digits.length === 11 && isMobile(digits)) continue;
    const end = match.index + match[0].length;
    if (digits.length === 11 && isCpf(digits)) add('cpf', match.index, end, digits);
    if (digits.length === 14 && isCnpj(digits)) add('cnpj', match.index, end, digits);
  }
  for (const match of folded.matchAll(CEP)) {
    const digits = digitsOf(match[0]);
    add('cep', match.index, match.index + match[0].length, `${digits.slice(0, 5)}-${digits.slice(5)}`);
  }
  const addOrder = (start: number, code: string) => {
    const end = start + code.length;
    add('order', start, end, text.slice(start, end).toUpperCase());
  };
  for (const match of folded.matchAll(ORDER)) {
    const [whole, codes = ''] = match;
    const from = match.index + whole.length - codes.length;
    const each = [...codes.matchAll(new RegExp(ORDER_CODE, 'g'))];
    // "pedido 5512 e 3000 guardanapos" names one order, "pedidos 5512 e 5513" two.
    for (const one of /^(?:orders|pedidos)/.test(whole) ? each : each.slice(0, 1))
      addOrder(from + one.index, one[0]);
  }
  for (const pattern of orderFormats.map(patternOf))
    for (const match of folded.matchAll(pattern)) addOrder(match.index, match[0]);
  for (const { kind, start, end, value } of identifiers)
    if (kind === 'phone')
      add('phone', start, end, text.slice(start, end).startsWith('+') ? `+${value}` : value);
  if (DATE_OF.test(folded))
    for (const { kind, start, end, values } of findTimes(folded, today)) {
      const value = kind === 'date' ? values.find((one) => /^(?:\d{4}|-)-\d{2}-\d{2}$/.test(one)) : undefined;
      if (value !== undefined && value < today) add('date', start, end, value);
    }
  return details.sort((one, other) => one.start - other.start);
}

/** Returns whether the two check digits of a CPF are right. Eleven equal digits are no CPF. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return [9, 10].every((count) => {
    const sum = sumOf(digits.slice(0, count), (index) => count + 1 - index);
    return ((sum * 10) % 11) % 10 === Number(digits[count]);
  });
}

/** Returns whether the two check digits of a CNPJ are right. */
export function isCnpj(digits: string): boolean {
  if (!/^\d{14}$/.test(digits) || /^(\d)\1{13}$/.test(digits)) return false;
  return [12, 13].every((count) => {
    const sum = sumOf(digits.slice(0, count), (index) => ((count - 1 - index) % 8) + 2);
    const rest = sum % 11;
    return (rest < 2 ? 0 : 11 - rest) === Number(digits[count]);
  });
}

function sumOf(digits: string, weight: (index: number) => number): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * weight(index), 0);
}

/** Eleven digits with a 9 after the area code can be a Brazilian mobile number. */
function isMobile(digits: string): boolean {
  return /^[1-9][1-9]9\d{8}$/.test(digits);
}

function patternOf(written: string): RegExp {
  const source = fold(written)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/#/g, '\\d')
    .replace(/@/g, '[a-z]');
  return new RegExp(`(?<![a-z0-9])${source}(?![a-z0-9])`, 'g');
}
