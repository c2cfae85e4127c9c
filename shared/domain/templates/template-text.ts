/** A variable of a template's text: `{{1}}` or `{{first_name}}`. */
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Returns the variables of a text in order of first appearance, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? ''))];
}

/** A segment of a template's text: literal text or a variable. */
export interface TextSegment {
  text: string;
  /** Null for literal text. */
  variable: string | null;
  /** Start index in the text. */
  at: number;
}

/** Splits a text at its variables. Concatenating the segments yields the original text. */
export function segmentsOf(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let from = 0;
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > from) segments.push({ text: text.slice(from, match.index), variable: null, at: from });
    segments.push({ text: match[0], variable: match[1] ?? '', at: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ text: text.slice(from), variable: null, at: from });
  return segments;
}
