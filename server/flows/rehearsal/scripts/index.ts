import type { RehearsalLanguage, RehearsalScript } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import { ENGLISH, ENGLISH_SCRIPTS } from './en.ts';
import { PORTUGUESE, PORTUGUESE_SCRIPTS } from './pt.ts';
import type { Script, ScriptBook } from './script.ts';

/** The scripts in each language. */
export const SCRIPT_BOOKS: Readonly<Record<RehearsalLanguage, ScriptBook>> = {
  en: { language: 'en', hints: ENGLISH, scripts: ENGLISH_SCRIPTS },
  pt: { language: 'pt', hints: PORTUGUESE, scripts: PORTUGUESE_SCRIPTS },
};

/** Returns the script of a kind in a language. */
export function scriptOf(language: RehearsalLanguage, kind: RehearsalScript): Script {
  const found = SCRIPT_BOOKS[language].scripts.find((one) => one.kind === kind);
  if (!found) throw new Error(`there is no script ${kind} in ${language}`);
  return found;
}
