import { changeOf, editDistance } from '../../../../shared/domain/assist/edit-distance.ts';
import type { AssistOutcome } from '../../../../shared/domain/assist/features.ts';
import { isSimulatedPhone } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import type { ChangeContext } from '../../../kernel/context/context.ts';
import { tryDecodeId } from '../../../kernel/ids.ts';
import { findRow } from '../../../kernel/tenancy/rows.ts';
import { modeOf } from '../exclusions.service.ts';
import { countOutcome } from '../outcomes.repository.ts';
import { type Burst, burstOf } from './burst.ts';
import { countedLanguage } from './counted-language.ts';
import { addExample, BURST_MAX, latestMessages } from './examples.repository.ts';

/** A text that a person sends, and the saved reply that it began with. */
interface Sent {
  contactId: Buffer;
  text: string;
  savedReply: { id: string; place?: number | undefined } | undefined;
}

/**
 * Returns what stores, with the message of a person, what it answers and the saved reply that it was written with. It
 * stores nothing for a contact that the assistant leaves alone, or when there is nothing to answer. Must be called
 * before the answer is stored.
 */
export async function noteAnswer(
  ctx: ChangeContext,
  { contactId, text, savedReply }: Sent,
): Promise<((answerId: Buffer) => Promise<void>) | null> {
  const mode = await modeOf(ctx, 'replies', contactId);
  if (mode === 'off') return null;
  const contact = await findRow(ctx, 'contact', { columns: ['phone'], where: { id: contactId } });
  // What members practice with simulated customers teaches nothing about real ones.
  if (isSimulatedPhone(contact?.phone)) return null;
  const burst = burstOf(await latestMessages(ctx, contactId, BURST_MAX + 3));
  if (!burst) return null;
  const used = savedReply ? await changeOfReply(ctx, savedReply.id, text) : null;
  // It was deleted meanwhile: there is nothing to learn, and the words are not the person's own either.
  if (savedReply && !used) return null;
  const place = savedReply?.place ?? null;
  return async (answerId) => {
    // A text of which little is left says nothing about the reply.
    const savedReplyId = used && used.change !== 'heavy' ? used.id : null;
    await addExample(ctx, { answerId, messageIds: burst.messageIds, savedReplyId, contactId, place });
    // In test mode the person has found it without being shown it.
    if (used && place !== null) await countTaken(ctx, used.change, burst, mode === 'shadow');
  };
}

type Change = Extract<AssistOutcome, 'unedited' | 'light' | 'medium' | 'heavy'>;

async function changeOfReply(
  ctx: ChangeContext,
  id: string,
  text: string,
): Promise<{ id: Buffer; change: Change } | null> {
  const key = tryDecodeId('savedReply', id);
  const row = key && (await findRow(ctx, 'savedReply', { columns: ['id', 'content'], where: { id: key } }));
  return row ? { id: row.id, change: changeBetween(row.content, text) } : null;
}

/** Returns how much of a saved reply was changed before it was sent. What stands for its variables is no change. */
export function changeBetween(template: string, text: string): Change {
  const parts = template.split(/\{\{.*?\}\}/g).map((part) => part.trim().replace(/\s+/g, ' '));
  const sent = text.trim().replace(/\s+/g, ' ');
  let at = 0;
  const isWhole = parts.every((part) => {
    const found = sent.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
  // Around its own words there is only what the variables stand for.
  const added = sent.length - parts.join('').length;
  const variables = parts.length - 1;
  if (isWhole && added <= variables * VARIABLE_LENGTH_MAX + 2 * variables) return 'unedited';
  const change = changeOf(editDistance(parts.join(' '), sent));
  return change === 'unedited' ? 'light' : change;
}

const VARIABLE_LENGTH_MAX = 60;

function countTaken(ctx: ChangeContext, outcome: Change, burst: Burst, isTest: boolean): Promise<void> {
  const language = countedLanguage(burst.text);
  return countOutcome(ctx, { feature: 'replies', outcome, language, model: '', isTest, contactId: null });
}
