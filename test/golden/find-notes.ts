import { bestPlaces } from '../../server/features/assist/retrieval/knowledge.ts';
import { textOfReply } from '../../server/features/assist/retrieval/learned-replies.ts';
import { buildLexical } from '../../server/features/assist/retrieval/lexical.ts';
import { atOnce } from '../../server/features/assist/retrieval/slices.ts';
import { termsOf } from '../../server/features/assist/retrieval/words.ts';
import { unansweredOf } from '../../server/flows/assist/drafts/gate.ts';
import { type DraftCase, goldenConversation } from '../../server/flows/assist/golden/draft-case.ts';
import { GOLDEN_SHOPS } from '../../server/flows/assist/golden/shops.ts';
import { DRAFT_NOTES_MAX } from '../../server/flows/assist/prompts/tasks.ts';
import { textOf } from '../../server/flows/assist/read-conversation.ts';

/** Returns whether a case needs one of its shop's saved replies: that one has to be among the notes of a draft. */
export function needsNote({ kind, right }: DraftCase): boolean {
  return (kind === 'answer' || kind === 'language') && right?.from === 'A';
}

/**
 * Returns whether the search of the product finds the saved reply of a case, in a workspace that nobody has answered in
 * yet: among as many as a draft gets.
 */
export function findsNote(one: DraftCase): boolean {
  const replies = Object.values(GOLDEN_SHOPS[one.shop].replies).map(([name, content]) => ({ name, content }));
  const documents = replies.map((reply, entry) => ({
    entry,
    terms: termsOf(textOfReply(reply), true, true),
  }));
  const index = atOnce(buildLexical(replies.length, documents));
  const question = unansweredOf(goldenConversation(one)).map(textOf).join('\n');
  return bestPlaces(index.score(termsOf(question, true, true)), DRAFT_NOTES_MAX).some(
    (place) => replies[place]?.content === one.notes[0]?.text,
  );
}
