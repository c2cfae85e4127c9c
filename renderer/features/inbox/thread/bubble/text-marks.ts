/** A part of a message: words, a link, or parts with a mark. */
export type TextPart =
  | { kind: 'words' | 'link' | 'code'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; parts: TextPart[] };

/** Lines that belong together: quoted ones, a block of code, or all others. */
export interface TextBlock {
  kind: 'lines' | 'quote' | 'code';
  parts: TextPart[];
}

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
const MARK = /[*_~`]/;
const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'*_~`]/y;
const BLOCK = '```';
const WORD = /[\p{L}\p{N}]/u;

/**
 * Reads a text as the customer's phone shows it: `*bold*`, `_italic_`, `~struck~`, code in backticks, lines after `>`
 * as a quote, and bullets for lines after `*` or `-`. A mark that is not closed in its line is a character.
 */
export function readMarks(text: string): TextBlock[] {
  const pieces = text.split(BLOCK);
  // A fence without an end is text.
  if (pieces.length % 2 === 0) pieces.push(pieces.splice(-2).join(BLOCK));
  return pieces.flatMap((piece, index) => {
    if (index % 2 === 0) return blocksOf(piece);
    const code: TextPart = { kind: 'code', text: piece.replace(/^\n|\n$/g, '') };
    return [{ kind: 'code' as const, parts: [code] }];
  });
}

/** Returns a text without the marks, for places that show it in one line. */
export function withoutMarks(text: string): string {
  const plain = (part: TextPart): string => ('parts' in part ? part.parts.map(plain).join('') : part.text);
  return readMarks(text)
    .map(({ parts }) => parts.map(plain).join(''))
    .join('\n');
}

function blocksOf(text: string): TextBlock[] {
  const blocks: { kind: 'lines' | 'quote'; lines: string[] }[] = [];
  const lines = text.split('\n');
  // A line break beside a block of code is the block's own.
  if (lines.length > 1 && lines[0] === '') lines.shift();
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const quoted = /^> ?(?=\S)(.*)$/.exec(line)?.[1];
    const kind = quoted === undefined ? 'lines' : 'quote';
    const words = (quoted ?? line).replace(/^(\s*)[*-] (?=\S)/, '$1• ');
    const last = blocks.at(-1);
    if (last?.kind === kind) last.lines.push(words);
    else blocks.push({ kind, lines: [words] });
  }
  return blocks
    .map(({ kind, lines }) => ({ kind, parts: partsOf(lines.join('\n')) }))
    .filter(({ parts }) => parts.length > 0);
}

function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  // Where a mark was not closed, it is not looked for again in the same line.
  const openUntil = new Map<string, number>();
  let words = '';
  let at = 0;
  const flush = () => {
    if (words !== '') parts.push({ kind: 'words', text: words });
    words = '';
  };
  while (at < text.length) {
    const char = text.charAt(at);
    const link = char === 'h' ? linkAt(text, at) : null;
    if (link) {
      flush();
      parts.push({ kind: 'link', text: link });
      at += link.length;
      continue;
    }
    const end = MARK.test(char) && at >= (openUntil.get(char) ?? 0) ? endOfMark(text, at, openUntil) : -1;
    if (end === -1) {
      words += char;
      at += 1;
      continue;
    }
    flush();
    const inside = text.slice(at + 1, end);
    const mark = char === '`' ? null : MARKS[char as keyof typeof MARKS];
    parts.push(mark === null ? { kind: 'code', text: inside } : { kind: mark, parts: partsOf(inside) });
    at = end + 1;
  }
  flush();
  return parts;
}

function linkAt(text: string, at: number): string | null {
  LINK.lastIndex = at;
  return LINK.exec(text)?.[0] ?? null;
}

/** Returns where a mark that begins at a place ends; -1 when it is an ordinary character. */
function endOfMark(text: string, at: number, openUntil: Map<string, number>): number {
  const char = text.charAt(at);
  const isPlaced =
    !isWordAt(text, at - 1) && !/^\s?$/.test(text.charAt(at + 1)) && text.charAt(at + 1) !== char;
  if (!isPlaced) return -1;
  const lineEnd = text.indexOf('\n', at);
  const stop = lineEnd === -1 ? text.length : lineEnd;
  for (let end = text.indexOf(char, at + 2); end !== -1 && end < stop; end = text.indexOf(char, end + 1)) {
    if (!isWordAt(text, end + 1) && !/\s/.test(text.charAt(end - 1))) return end;
  }
  openUntil.set(char, stop);
  return -1;
}

function isWordAt(text: string, at: number): boolean {
  return WORD.test(text.charAt(at));
}
