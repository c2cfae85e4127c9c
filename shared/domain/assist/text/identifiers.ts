import { fold, type Span } from './fold.ts';

/** Something that names one thing or person: an address, a number to call, a document, an order. */
export interface FoundIdentifier extends Span {
  kind: 'email' | 'url' | 'phone' | 'document' | 'code';
  /** The identifier in the one form that is compared. */
  value: string;
}

const TOP_LEVEL =
  'com|net|org|br|io|app|shop|store|me|es|pt|us|co|info|dev|gov|edu|biz|link|page|site|online|ly|to|ai|mx|ar|example';
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;
const URL = new RegExp(
  `(?:https?://|www\\.)[^\\s<>"')\\]]+|(?<![\\w@.-])(?:[a-z0-9-]+\\.)+(?:(?:${TOP_LEVEL})(?:/[^\\s<>"')\\]]*)?(?![\\w@-])|[a-z]{2,}/[a-z][^\\s<>"')\\]]*)`,
  'gi',
);
const DOCUMENT = /(?<!\d)(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}|\d{5}-\d{3})(?!\d)/g;
const PHONE = /(?<![\w+/.,#])\+?(?:\(\d{1,4}\)|\d{1,4})(?:[\s.-]?\(?\d{1,5}\)?){1,5}(?![\w/])/g;
const MARKED_CODE = /(?<!\w)#\s?([a-z0-9][a-z0-9-]{2,})(?![\w])/g;
const NAMED_CODE =
  /\b(?:order|pedido|tracking|rastreio|rastreamento|protocol|protocolo|invoice|fatura|nota|nf|ticket|booking|reserva|code|codigo|cupom|coupon|voucher|factura|numero|number|no|n)\b[ \t.:º°#]*(?:(?:de|do|da|is|e|es|number|numero|no|n|code|codigo)[ \t.:º°#]+)?([a-z]*-?\d[a-z0-9-]{2,}|[a-z]{2,}-?\d[a-z0-9-]*)(?![\w,.]*\d)/g;
const MIXED_CODE =
  /(?<![\w@.#/-])(?=[a-z0-9-]*[a-z])(?=(?:[a-z-]*\d){2})[a-z0-9]+(?:-[a-z0-9]+)*(?![\w@/-])/gi;
/** Words of letters and digits that are an amount or a time: 10am, 5kg, 9h30, 24h, 1st, 2x, 12mm. */
const NOT_CODES =
  /^(?:\d+(?:am|pm|kgs?|g|km|cm|mm|m|ml|l|hs?|hrs?|min|mins|h\d{2}|st|nd|rd|th|x|k|mil|s|d|cv|gb|mb|tb|hz|w|v)|\d{1,2}h\d{2}(?:min)?|\d+x\d+)$/i;

/** Finds addresses, phones, documents and order codes in a text. */
export function findIdentifiers(text: string): FoundIdentifier[] {
  const folded = fold(text);
  const found: FoundIdentifier[] = [];
  const add = (kind: FoundIdentifier['kind'], start: number, end: number, value: string) => {
    if (found.some((earlier) => start < earlier.end && earlier.start < end)) return;
    found.push({ kind, start, end, value });
  };
  for (const match of text.matchAll(EMAIL))
    add('email', match.index, match.index + match[0].length, match[0].toLowerCase());
  for (const match of text.matchAll(URL)) {
    const written = match[0].replace(/[.,;:!?*_~]+$/, '');
    add('url', match.index, match.index + written.length, urlValue(written));
  }
  for (const match of folded.matchAll(DOCUMENT))
    add('document', match.index, match.index + match[0].length, digitsOf(match[0]));
  for (const pattern of [MARKED_CODE, NAMED_CODE])
    for (const match of folded.matchAll(pattern)) {
      const code = match[1] ?? '';
      const end = match.index + match[0].length;
      if (!NOT_CODES.test(code)) add('code', end - code.length, end, codeValue(code));
    }
  for (const match of folded.matchAll(PHONE)) if (isPhone(match[0])) addPhone(match);
  for (const match of folded.matchAll(MIXED_CODE))
    if (match[0].length >= 4 && !NOT_CODES.test(match[0]))
      add('code', match.index, match.index + match[0].length, codeValue(match[0]));
  return found;

  function addPhone(match: RegExpExecArray): void {
    const written = match[0].trimEnd();
    add('phone', match.index, match.index + written.length, digitsOf(written));
  }
}

/** Returns whether two phone numbers can be the same, one of them perhaps without its country or area code. */
export function isSamePhone(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 8 && long.endsWith(short.replace(/^0+/, ''));
}

/** Returns the digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function urlValue(written: string): string {
  return written
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/^[^/]+/, (host) => host.toLowerCase())
    .replace(/\/+$/, '');
}

function codeValue(code: string): string {
  return code.replace(/-/g, '').toUpperCase();
}

/** Eight to fifteen digits, with a mark that numbers to call have, or long enough to be nothing else. */
function isPhone(written: string): boolean {
  const digits = digitsOf(written);
  if (digits.length < 8 || digits.length > 15) return false;
  if (/^\d{1,3}(?:[., ]\d{3})+$/.test(written.trim())) return false;
  const hasMark =
    /[+()]/.test(written) ||
    /\d{4,5}[-\s.]\d{4}\b/.test(written) ||
    /^0\d{4}\s\d{6}$/.test(written.trim()) ||
    /\d{3}[-\s.]\d{3,4}[-\s.]\d{3,4}/.test(written);
  return hasMark || (/^\d+$/.test(written.trim()) && digits.length >= 10 && digits.length <= 13);
}
