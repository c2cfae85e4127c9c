/**
 * Text of people inside a prompt. It is data: on one line and without the signs that prompts and chat templates use,
 * so that nothing in it can end a section or begin a turn.
 */

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Control characters that join emoji and scripts, which have to stay. */
const JOINERS = /\u200c|\u200d|\ufe0f/u;

/** Returns a person's text as one line of a prompt, cut at `max` characters. */
export function dataLine(text: string, max: number): string {
  const line = text
    .replace(/\r\n?|\n|\u2028|\u2029/g, ' / ')
    .replace(CONTROL, (found) => (JOINERS.test(found) ? found.replace(/[^\u200c\u200d]/gu, '') : ' '))
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('«', '“')
    .replaceAll('»', '”')
    .replace(/\[(?=\/?(?:INST|SYS|gMASK|UNUSED))/gi, '(')
    .replace(/ {2,}/g, ' ')
    .trim();
  return [...line].length <= max ? line : `${[...line].slice(0, max).join('')}…`;
}

/**
 * Returns a person's text with its own line breaks, for tasks that give it back. It stands between marks, which it
 * cannot contain.
 */
export function dataBlock(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) =>
    line
      .replace(CONTROL, (found) => (JOINERS.test(found) ? found.replace(/[^\u200c\u200d]/gu, '') : ' '))
      .replace(/<(?=[|/a-z_])/gi, '‹')
      .replaceAll('«', '“')
      .replaceAll('»', '”'),
  );
  return `«${lines.join('\n')}»`;
}

/** Returns roughly how many tokens a text is: what a prompt may cost is decided before a model has read it. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.6) + 1;
}

/** Returns the first words of a text. */
export function firstWords(text: string, count: number): string {
  const words = text.split(/\s+/).filter(Boolean);
  return words.length <= count ? words.join(' ') : `${words.slice(0, count).join(' ')}…`;
}

/** Returns the English name of a language code, which models know best: `pt-BR` is “Brazilian Portuguese”. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });
