/** A variable of a template's text: `{{1}}` or `{{first_name}}`. */
const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The variables of a text in the order of their first place, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? ''))];
}

/** A stretch of a template's text: plain words, or the place of a variable. */
export interface TextSegment {
  text: string;
  /** Null for plain words. */
  variable: string | null;
  /** Where it begins. */
  at: number;
}

/** A text cut at its variables; put together again, the segments are the text. */
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
