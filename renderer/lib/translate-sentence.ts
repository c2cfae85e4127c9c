import { en } from '../locales/en/index.ts';
import { currentLanguage, t } from './i18n.ts';

interface Known {
  pattern: RegExp;
  write: (values: Record<string, string>) => string;
}

let known: Known[] | null = null;

/**
 * Translates an English sentence of the contract or of the desktop's main process into the current language.
 * The English texts under `errors:sentences` are the patterns. Returns an unknown sentence as it is.
 */
export function translateSentence(sentence: string): string {
  if (currentLanguage() === 'en') return sentence;
  known ??= [...patternsOf('contract'), ...patternsOf('desktop')];
  for (const { pattern, write } of known) {
    const match = pattern.exec(sentence);
    if (match) return write({ ...match.groups });
  }
  return sentence;
}

function patternsOf(part: keyof typeof en.errors.sentences): Known[] {
  const sentences: Record<string, string> = en.errors.sentences[part];
  return Object.entries(sentences)
    .toSorted(([, one], [, other]) => placeholdersIn(one) - placeholdersIn(other))
    .map(([key, sentence]) => ({
      pattern: patternOf(sentence),
      write: (values) => translate(`errors:sentences.${part}.${key}`, values),
    }));
}

/** `t` for keys that are read from the resources, as plain strings. */
const translate = t as (key: string, values: Record<string, string>) => string;

function placeholdersIn(sentence: string): number {
  return sentence.split('{{').length - 1;
}

/** Returns the pattern of a sentence: `at most {{max}} tags` matches `at most 50 tags`. */
function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/\{\{(\w+)\}\}/);
  const source = parts.map((part, index) => (index % 2 === 1 ? `(?<${part}>.+?)` : escaped(part))).join('');
  return new RegExp(`^${source}$`, 'u');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
