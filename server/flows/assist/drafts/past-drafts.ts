import type { DraftFindingKind } from '../../../../shared/domain/assist/text/findings.ts';
import type { DraftReason, DraftReplayObstacle } from '../../../../shared/domain/rehearsal/draft-replay.ts';
import { localDayOf } from '../../../../shared/domain/time/time-zones.ts';
import { modeOf } from '../../../features/assist/index.ts';
import { findReadyWorker } from '../../../features/inference/index.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { decodeId } from '../../../kernel/ids.ts';
import type { LastRead } from '../conversation.repository.ts';
import { isOffered } from '../qualification/offered.ts';
import { readConversation } from '../read-conversation.ts';
import { withheldForContent } from './gate.ts';
import { type DraftNote, prepareDraft } from './prepare-draft.ts';

/** Nobody waits, and a text that takes longer is of no use to anyone. */
const BACKGROUND = { deadlineMs: 120_000, requestClass: 3 } as const;

/** A message of a customer as it was answered, and what its draft is written with. */
interface PastMessage {
  conversationId: string;
  /** The last message before the answer. */
  message: LastRead;
  model: string;
  /** Returns the saved replies that answer a question best. */
  notesFor(question: string, limit: number): readonly DraftNote[];
  signal: AbortSignal;
}

/** What comes of it. `off`: the assistant leaves the contact alone. `later`: the model is away, or others need it. */
export type PastDraft =
  | { state: 'ready'; text: string }
  | { state: 'withheld'; findings: readonly DraftFindingKind[] }
  | { state: 'none'; reason: DraftReason }
  | { state: 'off' | 'later' | 'failed' | 'stopped' };

/** Returns the model that is loaded, and why it can write no drafts for the workspace now. */
export async function draftModel(
  ctx: Context,
): Promise<{ model: string | null; obstacle: DraftReplayObstacle | null }> {
  const worker = await findReadyWorker(ctx);
  const model = typeof worker === 'string' ? null : worker.model;
  // In test mode drafts are written too.
  if ((await modeOf(ctx, 'drafts')) === 'off') return { model, obstacle: 'off' };
  if (model === null) return { model, obstacle: 'no_model' };
  return { model, obstacle: (await isOffered(ctx, 'drafts')) ? null : 'not_offered' };
}

/** Returns whether a model is loaded. */
export async function isLoaded(ctx: Context, model: string): Promise<boolean> {
  return typeof (await findReadyWorker(ctx, model)) !== 'string';
}

/**
 * Writes the draft of a message of the past as the product does: the conversation as it was, gate, prompt and verifier. It
 * counts and stores nothing, and does not have the conversation kept by the engine.
 */
export async function draftPast(
  ctx: Context,
  { conversationId, message, model, notesFor, signal }: PastMessage,
): Promise<PastDraft> {
  const read = await readConversation(ctx, conversationId, message);
  if ((await modeOf(ctx, 'drafts', decodeId(read.conversation.contact.id))) === 'off')
    return { state: 'off' };
  const withheld = withheldForContent(read);
  if (withheld !== null) return { state: 'none', reason: withheld };
  const prepared = await prepareDraft(ctx, read, {
    notesFor: async (question, limit) => notesFor(question, limit),
    today: localDayOf(message.createdAt, read.timeZone),
    call: { ...BACKGROUND, signal, model },
  });
  if (prepared.state === 'ready') return { state: 'ready', text: prepared.text };
  if (prepared.reason === 'verifier') return { state: 'withheld', findings: prepared.findings };
  switch (prepared.call) {
    case 'ok':
      return { state: 'none', reason: 'unknown' };
    case 'language':
      return { state: 'none', reason: 'unlisted' };
    case 'no_model':
    case 'shed':
      return { state: 'later' };
    case 'stopped':
      return { state: 'stopped' };
    default:
      return { state: 'failed' };
  }
}
