import type { AssistTextEvent } from '../../../shared/contract/assist/assist-text.ts';
import type { AssistFeature } from '../../../shared/domain/assist/features.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { countOutcome, featureOff, modeOf } from '../../features/assist/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { callModel, type ModelCall } from './call-model.ts';
import type { SearchKnowledge } from './knowledge.ts';
import { countedLanguage, detectLanguage } from './languages.ts';
import { plainAnswer } from './prompts/edit-prompts.ts';
import { isOffered } from './qualification/offered.ts';

/** What the tasks of a person need: where their answer goes, and when nobody waits for it any more. */
export interface TextParts {
  emit(event: AssistTextEvent): void;
  signal: AbortSignal;
  searchKnowledge: SearchKnowledge;
}

/** A person waits: the first words have to come within this time, else the text is theirs to write. */
const DEADLINE_MS = 60_000;

/** A call for a person who waits, whose text is shown as it comes. */
export const CLICK = { schema: null, requestClass: 0, deadlineMs: DEADLINE_MS } as const;

type Checked = Omit<Extract<AssistTextEvent, { is: 'done' }>, 'is' | 'model'>;

/** How what becomes of a text is counted. */
interface TextCounts {
  feature: AssistFeature;
  /** The contact whose conversation it is for; null without one. */
  contactId: Buffer | null;
  /** `shown`: it can be taken or left. `read`: that is all. */
  offer?: 'shown' | 'read';
  /** Whether there is anything to offer; missing: when there is a text. */
  isOffer?(text: string | null): boolean;
}

/** Calls the model, emits the pieces of its answer and, at its end, the checked text: only that can be taken. */
export async function emitText(
  ctx: Context,
  call: Omit<ModelCall, 'onText' | 'signal'>,
  { emit, signal }: Pick<TextParts, 'emit' | 'signal'>,
  { feature, contactId, offer = 'shown', isOffer = (text) => text !== null }: TextCounts,
  check: (answer: string) => Checked | Promise<Checked>,
): Promise<void> {
  const answer = await callModel(ctx, {
    ...call,
    signal,
    onText: (text) => emit({ is: 'piece', text }),
  });
  const text = answer.state === 'ok' ? plainAnswer(answer.text) : '';
  const checked = answer.state === 'ok' && text !== '' ? await check(text) : null;
  if (answer.state === 'ok' && checked) emit({ is: 'done', model: answer.model, ...checked });
  else emit({ is: 'ended', state: answer.state === 'ok' ? 'failed' : answer.state });
  // Nobody waits for it any more.
  if (answer.state === 'stopped') return;
  const language = countedLanguage(checked ? (checked.language ?? detectLanguage(text)) : call.language);
  const counted = { feature, language, model: answer.model ?? '', contactId };
  await countOutcome(ctx, { ...counted, outcome: 'eligible' });
  if (isOffer(checked?.text ?? null)) await countOutcome(ctx, { ...counted, outcome: offer });
  else if (checked) await countOutcome(ctx, { ...counted, outcome: 'gated' });
}

/** @throws {AppError} forbidden where the feature is off, for this contact if one is given, or not offered with the model. */
export async function requireFeature(
  ctx: Context,
  feature: AssistFeature,
  contactId: Buffer | null = null,
): Promise<void> {
  await requireOn(ctx, feature, contactId);
  if (await isOffered(ctx, feature)) return;
  throw new AppError('forbidden', {
    message:
      'This feature is not offered with the model that is loaded. The Model page shows what was measured.',
  });
}

/**
 * Without the model, a part of the feature is left: what was found, or messages themselves.
 * @throws {AppError} forbidden where the feature is off, for this contact if one is given.
 */
export async function requireOn(
  ctx: Context,
  feature: AssistFeature,
  contactId: Buffer | null = null,
): Promise<void> {
  if ((await modeOf(ctx, feature, contactId)) === 'on') return;
  throw featureOff();
}

/** Returns how many tokens a new form of a text may have: some more than it has. */
export function tokensFor(text: string): number {
  return Math.min(1_600, 40 + Math.ceil(Buffer.byteLength(text) / 2));
}
