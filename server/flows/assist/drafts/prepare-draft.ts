import { z } from 'zod';
import {
  type DraftSource as FactSource,
  GAP,
  verifyDraft,
} from '../../../../shared/domain/assist/text/verify.ts';
import { fillVariables, firstName } from '../../../../shared/domain/saved-reply.ts';
import type { RequestClass } from '../../../inference/request-class.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { callForJson, callModel } from '../call-model.ts';
import { namedLanguage } from '../check-text.ts';
import type { KnowledgeSnippet, SearchKnowledge } from '../knowledge.ts';
import { fullLanguage } from '../languages.ts';
import { DRAFT_NOTES_MAX, DRAFT_SOURCES, draftTask } from '../prompts/tasks.ts';
import { type AssistConversation, textOf } from '../read-conversation.ts';
import { unansweredOf } from './gate.ts';
import type { PreparedDraft } from './prepared-drafts.repository.ts';

const AnswerSchema = z.object({
  can: z.enum(['answer', 'ask', 'no']),
  from: z.array(z.enum(DRAFT_SOURCES)).max(5),
  text: z.string().max(2_000),
});

const CALL = { deadlineMs: 60_000, requestClass: 2 } satisfies {
  deadlineMs: number;
  requestClass: RequestClass;
};
const USUAL_LENGTH = 200;
const FOUND_MAX = 6;
const WORDS = { least: 15, most: 70 };
/** What the first part of a prompt says of itself: a draft that repeats it is none. */
/** The sources of a draft that are no notes, as their chips name them. */
const PARTS: Partial<Record<(typeof DRAFT_SOURCES)[number], { kind: string; title: string }>> = {
  PROFILE: { kind: 'profile', title: '' },
  CHAT: { kind: 'chat', title: '' },
};
const SCHEMA_KEYS = ['can', 'from', 'text'];

/** A draft, or why there is none: the model is away or busy, does not know, or wrote what cannot be shown. */
export type Prepared =
  | ({ state: 'ready' } & Pick<PreparedDraft, 'text' | 'sources' | 'language' | 'model'>)
  | { state: 'none'; reason: 'model' | 'unknown' | 'verifier'; language: string; model: string | null };

/** Lets the model read what all tasks of a conversation share. Returns whether it did. */
export async function readAhead(
  ctx: Context,
  { system, prefix, conversation }: Pick<AssistConversation, 'system' | 'prefix' | 'conversation'>,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await callModel(ctx, {
    ...{
      ...CALL,
      system,
      prompt: prefix,
      schema: null,
      language: null,
      maxTokens: 0,
      temperature: 0,
      signal,
    },
    conversationId: conversation.id,
  });
  return answer.state === 'ok';
}

/** Asks the model for our next message, and checks what it wrote. */
export async function prepareDraft(
  ctx: Context,
  read: AssistConversation,
  { signal, searchKnowledge }: { signal: AbortSignal; searchKnowledge: SearchKnowledge },
): Promise<Prepared> {
  const unanswered = unansweredOf(read);
  const question = unanswered.map(textOf).join('\n');
  // What was answered to others may name them: only saved replies go into a draft.
  const found = (await searchKnowledge(ctx, question, FOUND_MAX)).filter(({ kind }) => kind === 'reply');
  const { name } = read.conversation.contact;
  const values = {
    ...{ 'contact.name': name, 'contact.first_name': firstName(name) },
    ...{ 'agent.name': '', 'workspace.name': read.businessName },
  };
  const notes = found
    .slice(0, DRAFT_NOTES_MAX)
    .map((note) => ({ ...note, text: fillVariables(note.text, values, GAP).text }));
  return writeDraft(ctx, { ...read, unanswered, question, notes }, signal);
}

/** What a draft is written from. */
export interface DraftInput
  extends Pick<
    AssistConversation,
    'system' | 'rules' | 'prefix' | 'messages' | 'language' | 'medianLength' | 'facts' | 'conversation'
  > {
  unanswered: AssistConversation['messages'];
  question: string;
  notes: readonly KnowledgeSnippet[];
}

async function writeDraft(ctx: Context, input: DraftInput, signal: AbortSignal): Promise<Prepared> {
  const { system, prefix, unanswered, notes, medianLength } = input;
  const language = fullLanguage(input.language, input.conversation.contact.phone) ?? 'en';
  const median = medianLength ?? USUAL_LENGTH;
  const task = draftTask({
    notes,
    from: unanswered[0]?.number ?? 1,
    to: unanswered.at(-1)?.number ?? 1,
    language,
    words: Math.min(WORDS.most, Math.max(WORDS.least, Math.round(median / 5))),
  });
  const answer = await callForJson(
    ctx,
    {
      ...{ ...CALL, system, prompt: `${prefix}${task.text}`, schema: task.schema, signal, language },
      ...{ maxTokens: task.maxTokens, temperature: task.temperature },
      conversationId: input.conversation.id,
    },
    AnswerSchema,
  );
  const none = (reason: Extract<Prepared, { state: 'none' }>['reason']): Prepared => {
    return { state: 'none', reason, language, model: answer.model };
  };
  if (answer.state !== 'ok') return none('model');
  const { can, from, text } = answer.value;
  if (can === 'no' || text.trim() === '') return none('unknown');
  const cited = notes.filter((_, index) => from.some((source) => source === DRAFT_SOURCES[index]));
  // An answer has a source; a question back needs none.
  if (can === 'answer' && from.length === 0) return none('unknown');
  const verified = verifyDraft(text.trim(), {
    sources: factSources(input, cited),
    language: namedLanguage(language),
    medianLength: median,
    today: ctx.clock.now().toISOString().slice(0, 10),
    question: input.question,
    prompt: input.rules,
    schemaKeys: SCHEMA_KEYS,
  });
  if (!verified.isShown) return none('verifier');
  const sources = [
    ...cited.map(({ kind, title }) => ({ kind: kind as string, title })),
    ...from.flatMap((source) => PARTS[source] ?? []),
  ];
  return { state: 'ready', text: verified.text, sources, language, model: answer.model };
}

/** Returns what a draft may state as a fact: the card, the last messages, the notes that it names, and the profile. */
function factSources({ facts, messages }: DraftInput, cited: readonly KnowledgeSnippet[]): FactSource[] {
  return [
    ...facts,
    ...messages.slice(-30).map((message): FactSource => {
      return {
        text: textOf(message),
        writtenOn: message.createdAt.toISOString().slice(0, 10),
        isFromCustomer: message.direction === 'inbound',
      };
    }),
    ...cited.map(({ title, text }) => `${title}\n${text}`),
  ];
}
