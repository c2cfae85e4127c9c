import type { Edit } from '../../../../shared/domain/assist/edits.ts';
import { dataBlock, languageName } from './data-text.ts';

/** Short prompts about a text alone: without a conversation, they never touch what an engine keeps of one. */

const KEEP = 'Keep names, numbers, links, emoji, codes in {{…}}, line breaks and *marks* as they are.';

const INSTRUCTIONS: Readonly<Record<Edit, string>> = {
  fix: 'Correct spelling and grammar of the message between the marks. Change nothing else: no other words, same language, same numbers, links, emoji and *marks*. If it is right, repeat it.',
  shorter: `Write the message between the marks with fewer words, in the same language. Say the same, add nothing. ${KEEP}`,
  friendlier: `Write the message between the marks in a friendlier way, in the same language. Say the same, add no fact and no promise. ${KEEP}`,
  formal: `Write the message between the marks in a more formal way, in the same language. Say the same, add no fact and no promise. ${KEEP}`,
};

/** Returns the prompt of an edit. */
export function editPrompt(edit: Edit, text: string): string {
  return `${INSTRUCTIONS[edit]} Answer with the message alone, without marks around it.\n${dataBlock(text)}`;
}

/** Returns the prompt of a translation. */
export function translatePrompt(text: string, language: string): string {
  return `Translate the message between the marks to ${languageName(language)}. Keep names, numbers, links, codes in {{…}}, line breaks and *marks*. Only the translation, without marks around it.\n${dataBlock(text)}`;
}

/** Returns an answer without the marks and the quotes that models like to put around it. */
export function plainAnswer(answer: string): string {
  const text = answer.trim();
  const [, inner] = /^(?:«([\s\S]*)»)$/.exec(text) ?? [];
  return (inner ?? text).trim();
}
