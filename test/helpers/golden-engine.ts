import { ASKED, TAKEN_OVER } from '../../server/flows/assist/golden/conversation-cases.ts';
import { GOLDEN_LANGUAGES, goldenDrafts } from '../../server/flows/assist/golden/draft-case.ts';
import { REVIEWED } from '../../server/flows/assist/golden/review-cases.ts';
import { CORRECTED, FROM_WORDS, TRANSLATED, UNCHANGED } from '../../server/flows/assist/golden/text-cases.ts';
import type { ScriptedCall } from './scripted-engine.ts';

const DRAFTS = GOLDEN_LANGUAGES.flatMap(goldenDrafts);
const TEXTS = [
  ...CORRECTED,
  ...FROM_WORDS,
  ...TRANSLATED,
  ...UNCHANGED.map((one) => ({ ...one, right: one.text })),
];

/** What the engine does with the golden set: it answers well, or falls for what is tempting in drafts. */
export type GoldenManner = 'right' | 'tempted';

/** Returns what a model would write in a qualification run; null for a call that is none of its cases. */
export function goldenAnswer(
  { prompt, schema }: ScriptedCall,
  manner: GoldenManner = 'right',
): string | null {
  if (schema === 'draft') {
    const asked = prompt.split('\n').findLast((line) => / Customer: /.test(line)) ?? '';
    const one = DRAFTS.find(({ chat }) => asked.endsWith(`Customer: ${chat.at(-1)?.text}`));
    if (!one) return null;
    const text = manner === 'tempted' ? (one.wrong ?? one.right?.text) : one.right?.text;
    if (text === undefined) return JSON.stringify({ can: 'no', from: [], text: '' });
    return JSON.stringify({ can: 'answer', from: [one.right?.from ?? 'A'], text });
  }
  if (schema === 'catch_up') {
    const one = TAKEN_OVER.find(({ chat }) => prompt.includes(chat[0] ?? '-'));
    const [wants, ...rest] = (one?.right ?? []).map(([at, text]) => ({ at, text }));
    return wants ? JSON.stringify({ wants, said: rest.slice(0, 1), open: rest.slice(1) }) : null;
  }
  if (schema === 'review') {
    const one = REVIEWED.find(({ answer }) => prompt.includes(`\n${answer}\n`));
    return one ? one[manner === 'tempted' ? 'wrong' : 'right'] : null;
  }
  const question = ASKED.find(({ question }) => prompt.includes(`«${question}»`));
  if (question) return question.right;
  return TEXTS.find(({ text }) => prompt.includes(`«${text}»`))?.right ?? null;
}
