import type { en } from '../locales/en/index.ts';
import { hasText, t } from './i18n.ts';
import { translateSentence } from './translate-sentence.ts';

/** A sentence of the server, with its code and the values in it. An older server sends no code. */
interface Said {
  code: string | null | undefined;
  params?: Readonly<Record<string, string>> | undefined;
  /** The sentence in English. */
  sentence: string;
}

/**
 * Returns a sentence of the server in the current language: the text of its code, or the English sentence for a code
 * that is not known here.
 */
export function reasonText(subject: keyof typeof en.reasons, { code, params = {}, sentence }: Said): string {
  const key = `reasons:${subject}.${code}`;
  if (code == null || !hasText(key)) return sentence;
  const { reason, ...others } = params;
  return translate(key, reason === undefined ? others : { ...others, reason: translateSentence(reason) });
}

/** Returns whether a code has a sentence here. */
export function hasReason(subject: keyof typeof en.reasons, code: string): boolean {
  return hasText(`reasons:${subject}.${code}`);
}

/** The codes come from the server, as plain strings. */
const translate = t as (key: string, values: Record<string, string>) => string;
