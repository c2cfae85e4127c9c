import { z } from 'zod';
import type { AssistTextRequest, CatchUp } from '../../../shared/contract/assist/assist-text.ts';
import { fold, wordsOf } from '../../../shared/domain/assist/text/fold.ts';
import { findPromises } from '../../../shared/domain/assist/text/promises.ts';
import { addedIdentifiers, verifyEdit } from '../../../shared/domain/assist/text/verify-edit.ts';
import { cutText } from '../../../shared/domain/text.ts';
import { listNotes } from '../../features/conversations/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { callForJson, type ModelCall } from './call-model.ts';
import { findDerived, storeDerived } from './derived-texts.repository.ts';
import { CLICK, requireOn, type TextParts } from './emit-text.ts';
import { catchUpTask } from './prompts/tasks.ts';
import { isOffered } from './qualification/offered.ts';
import {
  type AssistConversation,
  type NumberedMessage,
  readConversation,
  textOf,
} from './read-conversation.ts';

const STAFF_NOTES_MAX = 5;
const LINE_MAX = 200;

const LineSchema = z.object({ at: z.int(), text: z.string().max(400) });
/** The form of the answer to a catch-up. */
export const CatchUpAnswerSchema = z.object({
  wants: LineSchema,
  said: z.array(LineSchema).max(10),
  open: z.array(LineSchema).max(10),
});
type Line = z.infer<typeof LineSchema>;

/**
 * Sums up a conversation for a person who takes it over. Every line is a link to its message; one whose words do not
 * stand in that message is left out, and with fewer than two left, messages themselves are the summary.
 * @throws {AppError} conversation_not_found; forbidden.
 */
export async function catchUp(
  ctx: Context,
  { conversationId, language }: Extract<AssistTextRequest, { kind: 'catchUp' }>,
  { emit, signal }: TextParts,
): Promise<void> {
  const read = await readConversation(ctx, conversationId);
  await requireOn(ctx, 'catchUp', read.contactId);
  const newest = read.messages.at(-1);
  if (!newest) return emit({ is: 'ended', state: 'failed' });
  const notes = (await listNotes(ctx, conversationId, { limit: STAFF_NOTES_MAX })).data;
  const staffNotes = notes.map(({ content }) => content).reverse();
  const subjectId = newest.id;
  // All that it is made from: an edited or deleted message is another basis.
  const basis = [read.prefix, ...staffNotes].join('\n');
  const key = { kind: 'catch_up', subjectId, language, basis } as const;
  const known = await findDerived<CatchUp>(ctx, key);
  if (known) return emit({ is: 'catchUp', catchUp: known.value });

  const task = catchUpTask({ language, staffNotes });
  const call: ModelCall = {
    ...{ ...CLICK, language, conversationId },
    ...{ system: read.system, prompt: `${read.prefix}${task.text}`, schema: task.schema, signal },
    ...{ maxTokens: task.maxTokens, temperature: task.temperature, requestClass: 1 },
  };
  // With a model that is not good enough for it, as without one, the messages themselves are the summary.
  const answer = (await isOffered(ctx, 'catchUp'))
    ? await callForJson(ctx, call, CatchUpAnswerSchema)
    : ({ state: 'no_model', model: null } as const);
  const prompt = `${read.rules}\n${catchUpTask({ language, staffNotes: [] }).text}`;
  const summary =
    answer.state === 'ok' ? checkedSummary(read.messages, answer.value, { staffNotes, prompt }) : null;
  const made = summary ?? extractOf(read.messages);
  const model = summary && answer.state === 'ok' ? answer.model : null;
  const catchUp: CatchUp = { ...made, asOf: newest.createdAt.toISOString(), model, isExtract: !summary };
  emit({ is: 'catchUp', catchUp });
  if (answer.state !== 'ok') emit({ is: 'ended', state: answer.state });
  if (model === null) return;
  const messageIds = read.messages.flatMap(({ id, isRevoked }) => (isRevoked ? [] : [id]));
  await storeDerived(ctx, key, { contactId: read.contactId, messageIds, value: catchUp, model });
}

type Parts = Pick<CatchUp, 'wants' | 'said' | 'open'>;

/** Returns the lines that their messages support; null when they are too few to be a summary. */
export function checkedSummary(
  messages: AssistConversation['messages'],
  { wants, said, open }: z.infer<typeof CatchUpAnswerSchema>,
  { staffNotes = [], prompt = '' }: { staffNotes?: readonly string[]; prompt?: string } = {},
): Parts | null {
  const keep = (line: Line) => {
    const message = messages.find(({ number }) => number === line.at);
    if (!message) return [];
    const near = messages.filter(({ number }) => Math.abs(number - line.at) <= 1).map(textOf);
    const source = [...near, ...staffNotes].join('\n');
    const today = message.createdAt.toISOString().slice(0, 10);
    const { refused } = verifyEdit(line.text, { given: source, use: 'summary', today, prompt });
    return refused === null && isSupportedBy(line.text, source)
      ? [{ messageId: encodeId('message', message.id), text: cutText(line.text, LINE_MAX) }]
      : [];
  };
  const parts = {
    wants: keep(wants)[0] ?? null,
    said: said.slice(0, 4).flatMap(keep),
    open: open.slice(0, 3).flatMap(keep),
  };
  const count = (parts.wants ? 1 : 0) + parts.said.length + parts.open.length;
  return count < 2 ? null : parts;
}

/** Whether half of a line's words, and all of its numbers and addresses, stand in its message or those beside it. */
function isSupportedBy(text: string, source: string): boolean {
  if (addedIdentifiers(text, [source], 1).length > 0) return false;
  const known = new Set(wordsOf(source));
  const all = wordsOf(text);
  const long = all.filter((word) => word.length > 3);
  // "Is Jas in?" has short words alone.
  const words = long.length > 0 ? long : all;
  const found = words.filter((word) => known.has(word) || hasStem(known, word));
  if (words.length === 0 || found.length < words.length / 2) return false;
  const digits = fold(source).replace(/\D+/g, ' ');
  return (text.match(/\d+/g) ?? []).every((number) => ` ${digits} `.includes(` ${number} `));
}

/** Whether a word begins like a known one: its ending may differ in a summary. */
function hasStem(known: ReadonlySet<string>, word: string): boolean {
  const stem = word.slice(0, Math.max(4, word.length - 2));
  for (const one of known) if (one.startsWith(stem)) return true;
  return false;
}

/** Returns the first message of the customer, their last question and our last promise. */
export function extractOf(messages: readonly NumberedMessage[]): Parts {
  const line = (message: NumberedMessage) => ({
    messageId: encodeId('message', message.id),
    text: cutText(textOf(message), LINE_MAX),
  });
  const inbound = messages.filter(({ direction }) => direction === 'inbound');
  const question = inbound.findLast(({ text }) => text?.includes('?') ?? false) ?? inbound.at(-1);
  const promise = messages.findLast(
    ({ direction, text, createdAt }) =>
      direction === 'outbound' &&
      findPromises(text ?? '', { date: createdAt.toISOString().slice(0, 10), time: '00:00' }).length > 0,
  );
  const [first] = inbound;
  return {
    wants: first ? line(first) : null,
    said: promise ? [line(promise)] : [],
    open: question && question !== first ? [line(question)] : [],
  };
}
