/** Maximum number of characters of a pattern, and of the copies that its repetitions make. */
const LONGEST = 500;
const MAX_COPIES = 1_000;
/** The same for repetitions inside others. For each way to read a text, the engine compares every token. */
const MAX_NESTED_COPIES = 200;

/** Formats that a grammar can enforce, as patterns. Each is narrower than its specification: every match is valid. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$',
  time: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$',
  'date-time':
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])$',
  email: '^[a-z0-9]{1,32}([._-][a-z0-9]{1,32}){0,3}@([a-z0-9]{1,32}(-[a-z0-9]{1,16})?\\.){1,3}[a-z]{2,12}$',
  uuid: '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  ipv4: '^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])$',
  hostname: '^[a-z0-9]{1,32}(-[a-z0-9]{1,16})?(\\.[a-z0-9]{1,32}(-[a-z0-9]{1,16})?){0,4}$',
  uri: '^https?://([a-z0-9]{1,32}(-[a-z0-9]{1,16})?\\.){1,3}[a-z]{2,12}(/[A-Za-z0-9._~-]{1,24}){0,8}/?$',
};

/** Returns the pattern of a format; null for formats that are annotations only. */
export function patternOfFormat(format: string): string | null {
  return Object.hasOwn(FORMATS, format) ? (FORMATS[format] ?? null) : null;
}

/** Lengths of a string, in characters. */
export interface Lengths {
  minLength?: number;
  maxLength?: number;
}

class Unsupported extends Error {}

/** A rule, and how much work it is for the engine. */
export interface PatternRule {
  rule: string;
  copies: number;
}

/**
 * Converts a regular expression to the body of a grammar rule for the inside of a JSON string. It is a subset: every
 * text of the rule matches, but characters that JSON escapes are left out where others are allowed.
 * @param lengths are combined with the pattern, which is possible for a repeated character only, such as `^[a-z]+$`.
 * @returns null if the pattern needs more than a grammar, such as a look-ahead or a reference to a group.
 */
export function patternRule(pattern: string, lengths: Lengths = {}): PatternRule | null {
  if (pattern.length > LONGEST) return null;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = lengths;
  try {
    if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY) return new Reader(pattern).whole();
    const single = /^\^(\[(?:[^\]\\]|\\.)*\]|\\[dw]|\.|[\w -])([+*]|\{\d+(?:,\d*)?\})\$$/.exec(pattern);
    const [, one = '', times = ''] = single ?? [];
    if (!single) return null;
    const [least, most] = timesOf(times);
    const [from, to] = [Math.max(least, minLength), Math.min(most, maxLength)];
    if (from > to || (Number.isFinite(to) && to > MAX_COPIES) || from > MAX_COPIES) return null;
    return new Reader(`^${one}{${from},${Number.isFinite(to) ? to : ''}}$`).whole();
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

function timesOf(text: string): [number, number] {
  if (text === '*') return [0, Number.POSITIVE_INFINITY];
  if (text === '+') return [1, Number.POSITIVE_INFINITY];
  if (text === '?') return [0, 1];
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(text) ?? [];
  if (!comma) return [Number(least), Number(least)];
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}

/** Characters that JSON escapes and the class of all others. */
const ESCAPED = '\\x22\\x5C\\x00-\\x1F\\x7F';
const ANY = `[^${ESCAPED}]`;
const SETS: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: '\\x20' };
/** Control characters with a short escape, in patterns as in JSON. */
const SHORT: Readonly<Record<string, string>> = { n: '\\n', r: '\\r', t: '\\t', f: '\\f', b: '\\b' };

interface Part extends PatternRule {
  /** Whether it matches nothing at all. */
  isEmpty: boolean;
  /** Whether it contains a repetition. */
  isRepeated: boolean;
}

class Reader {
  private readonly text: string[];
  private at = 0;

  constructor(pattern: string) {
    this.text = [...pattern];
  }

  whole(): PatternRule {
    const { rule, copies } = this.alternatives(true);
    if (this.at < this.text.length || copies > MAX_COPIES) throw new Unsupported();
    return { rule, copies };
  }

  private peek(): string | undefined {
    return this.text[this.at];
  }

  private take(): string {
    const found = this.text[this.at];
    if (found === undefined) throw new Unsupported();
    this.at += 1;
    return found;
  }

  private alternatives(isTop: boolean): Part {
    const found: string[] = [];
    let [copies, isEmpty, isRepeated] = [0, false, false];
    for (;;) {
      const one = this.alternative(isTop);
      found.push(one.rule);
      copies += one.copies;
      isEmpty ||= one.isEmpty;
      isRepeated ||= one.isRepeated;
      if (this.peek() !== '|') break;
      this.at += 1;
    }
    const rule = found.length === 1 ? (found[0] ?? '') : `(${found.join(' | ')})`;
    return { rule, copies, isEmpty, isRepeated };
  }

  /** Anchors are understood at the ends of a top-level alternative; without them, any text may surround it. */
  private alternative(isTop: boolean): Part {
    const parts: string[] = [];
    let [copies, isEmpty, isRepeated] = [0, true, false];
    let isOpenEnded = isTop;
    if (isTop && this.peek() === '^') this.at += 1;
    else if (isTop) parts.push(`${ANY}*`);
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')'; next = this.peek()) {
      if (next === '$') {
        this.at += 1;
        const after = this.peek();
        if (!isTop || (after !== undefined && after !== '|')) throw new Unsupported();
        isOpenEnded = false;
        break;
      }
      const one = this.repeated();
      parts.push(one.rule);
      copies += one.copies;
      isEmpty &&= one.isEmpty;
      isRepeated ||= one.isRepeated;
    }
    if (isOpenEnded) parts.push(`${ANY}*`);
    return { rule: parts.length === 0 ? '""' : parts.join(' '), copies, isEmpty, isRepeated };
  }

  private repeated(): Part {
    const one = this.atom();
    const rest = this.text.slice(this.at).join('');
    const times = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(rest)?.[0];
    if (times === undefined) return one;
    this.at += times.length;
    // Lazy repetition changes what is captured, not what matches.
    if (this.peek() === '?') this.at += 1;
    const [least, most] = timesOf(times);
    // A repetition of nothing has no end.
    if (least > most || one.isEmpty) throw new Unsupported();
    const copies = one.copies * Math.max(1, least, Number.isFinite(most) ? most : 0);
    if (copies > (one.isRepeated ? MAX_NESTED_COPIES : MAX_COPIES)) throw new Unsupported();
    return { rule: `(${one.rule})${times}`, copies, isEmpty: least === 0, isRepeated: true };
  }

  private atom(): Part {
    const char = this.take();
    if (char === '(') return this.group();
    return { rule: this.character(char), copies: 1, isEmpty: false, isRepeated: false };
  }

  private character(char: string): string {
    if (char === '[') return this.set();
    if (char === '.') return ANY;
    if ('^$*+?{}'.includes(char)) throw new Unsupported();
    if (char !== '\\') return literal(char);
    const kind = this.take();
    const set = SETS[kind.toLowerCase()];
    if (set !== undefined && /[dws]/.test(kind)) return `[${set}]`;
    if (set !== undefined) return `[^${ESCAPED}${set}]`;
    return literal(this.escaped(kind));
  }

  private group(): Part {
    if (this.peek() === '?') {
      const rest = this.text.slice(this.at).join('');
      const kind = /^\?(?::|<[A-Za-z_]\w*>)/.exec(rest)?.[0];
      if (kind === undefined) throw new Unsupported();
      this.at += kind.length;
    }
    const inner = this.alternatives(false);
    if (this.take() !== ')') throw new Unsupported();
    return { ...inner, rule: `(${inner.rule})` };
  }

  /** Returns the character of an escape other than a class. */
  private escaped(kind: string): string {
    if (Object.hasOwn(SHORT, kind) && kind !== 'b') return JSON.parse(`"${SHORT[kind] ?? ''}"`);
    const digits = kind === 'x' ? 2 : kind === 'u' ? 4 : 0;
    if (digits > 0) {
      const code = this.text.slice(this.at, this.at + digits).join('');
      if (!/^[0-9a-fA-F]+$/.test(code) || code.length < digits) throw new Unsupported();
      this.at += digits;
      return String.fromCodePoint(Number.parseInt(code, 16));
    }
    if (/[A-Za-z0-9]/.test(kind)) throw new Unsupported();
    return kind;
  }

  private set(): string {
    const isNegated = this.peek() === '^';
    if (isNegated) this.at += 1;
    const ranges: string[] = [];
    const singles: string[] = [];
    const kinds = new Set<string>();
    for (let char = this.take(); char !== ']'; char = this.take()) {
      const kind = char === '\\' ? this.take() : null;
      if (kind !== null && SETS[kind.toLowerCase()] !== undefined) {
        kinds.add(kind);
        continue;
      }
      const from = kind === null ? char : this.escaped(kind);
      if (this.peek() !== '-' || this.text[this.at + 1] === ']') {
        singles.push(from);
        continue;
      }
      this.at += 1;
      const end = this.take();
      const to = end === '\\' ? this.escaped(this.take()) : end;
      if ((to.codePointAt(0) ?? 0) < (from.codePointAt(0) ?? 0)) throw new Unsupported();
      ranges.push(`${inSet(from)}-${inSet(to)}`);
      // A range over characters that JSON escapes would write them raw.
      if (from < '#' && to > '!' && !isNegated) throw new Unsupported();
      if (from <= '\\' && to >= '\\' && !isNegated) throw new Unsupported();
    }
    return setRule(isNegated, ranges, singles, kinds);
  }
}

function setRule(
  isNegated: boolean,
  ranges: readonly string[],
  singles: readonly string[],
  kinds: ReadonlySet<string>,
): string {
  // [\s\S] and its like are every character.
  if (['d', 'w', 's'].some((kind) => kinds.has(kind) && kinds.has(kind.toUpperCase()))) {
    if (isNegated) throw new Unsupported();
    return ANY;
  }
  if ([...kinds].some((kind) => /[DWS]/.test(kind))) throw new Unsupported();
  const sets = [...kinds].map((kind) => SETS[kind] ?? '');
  if (isNegated) return `[^${ESCAPED}${sets.join('')}${ranges.join('')}${singles.map(inSet).join('')}]`;
  const plain = singles.filter((char) => !needsEscape(char));
  const members = `${sets.join('')}${ranges.join('')}${plain.map(inSet).join('')}`;
  const all = [...(members === '' ? [] : [`[${members}]`]), ...singles.filter(needsEscape).map(literal)];
  if (all.length === 0) throw new Unsupported();
  return all.length === 1 ? (all[0] ?? '') : `(${all.join(' | ')})`;
}

function needsEscape(char: string): boolean {
  return char === '"' || char === '\\' || (char.codePointAt(0) ?? 0) < 0x20;
}

/** Returns a character as it is written inside a JSON string, as text of a grammar. */
function literal(char: string): string {
  if ((char.codePointAt(0) ?? 0) === 0x7f) throw new Unsupported();
  return quoted(JSON.stringify(char).slice(1, -1));
}

/** Returns a text as a literal of a grammar. */
export function quoted(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return `"${escaped}"`;
}

function inSet(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (/[A-Za-z0-9]/.test(char)) return char;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0').toUpperCase()}`;
  return char;
}
