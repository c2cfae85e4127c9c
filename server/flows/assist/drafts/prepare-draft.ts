import { z } from 'zod';
import { CHECKED_VALUES_MAX } from '../../../../shared/domain/assist/features.ts';
import type { ModelState } from '../../../../shared/domain/assist/model-state.ts';
import { identifiersToCheck } from '../../../../shared/domain/assist/text/check.ts';
import {
  type DraftFindingKind,
  type DraftSource as FactSource,
  GAP,
  verifyDraft,
} from '../../../../shared/domain/assist/text/verify.ts';
import { fillVariables, firstName } from '../../../../shared/domain/saved-reply.ts';
import { localDayOf } from '../../../../shared/domain/time/time-zones.ts';
import { knownToOthers } from '../../../features/assist/index.ts';
import type { RequestClass } from '../../../inference/request-class.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { callForJson, callModel, type ModelAnswer, type ModelCall } from '../call-model.ts';
import { namedLanguage } from '../check-text.ts';
import type { KnowledgeSnippet } from '../knowledge.ts';
import { detectLanguage, fullLanguage, hasRules } from '../languages.ts';
import { DRAFT_NOTES_MAX, DRAFT_SOURCES, draftTask } from '../prompts/tasks.ts';
import { type AssistConversation, type DescribedConversation, textOf } from '../read-conversation.ts';
import { unansweredOf } from './gate.ts';
import type { PreparedDraft } from './prepared-drafts.repository.ts';

const AnswerSchema = z.object({
  can: z.enum(['answer', 'ask', 'no']),
  from: z.array(z.enum(DRAFT_SOURCES)).max(5),
  text: z.string().max(2_000),
});

/** Who waits for a draft, and how long. */
interface DraftCall extends Pick<ModelCall, 'deadlineMs' | 'signal' | 'model' | 'conversationId'> {
  requestClass: RequestClass;
}

/** Nobody waits for a draft that is made ahead. */
export const AHEAD = { deadlineMs: 60_000, requestClass: 2 } satisfies DraftCall;
/** How long messages are where nobody has written any. */
export const USUAL_LENGTH = 200;
const WORDS = { least: 15, most: 70 };
/** The sources of a draft that are no notes, as their chips name them. */
const PARTS: Partial<Record<(typeof DRAFT_SOURCES)[number], { kind: string; title: string }>> = {
  PROFILE: { kind: 'profile', title: '' },
  CHAT: { kind: 'chat', title: '' },
};
/** A draft that repeats these is none. */
const SCHEMA_KEYS = ['can', 'from', 'text'];

/** A draft, or why there is none: the model is away or busy, does not know, or wrote what cannot be shown. */
export type Prepared =
  | ({ state: 'ready' } & Pick<PreparedDraft, 'text' | 'sources' | 'language' | 'model'>)
  | {
      state: 'none';
      reason: 'model' | 'unknown' | 'verifier';
      /** Why the verifier does not show it. */
      findings: readonly DraftFindingKind[];
      language: string;
      model: string | null;
      /** What came of the call. */
      call: ModelState;
    };

/** Lets the model read what all tasks of a conversation share. */
export function readAhead(
  ctx: Context,
  { system, prefix }: Pick<DescribedConversation, 'system' | 'prefix'>,
  call: DraftCall,
): Promise<ModelAnswer> {
  const prompt = { system, prompt: prefix, schema: null, language: null, maxTokens: 0, temperature: 0 };
  return callModel(ctx, { ...call, ...prompt });
}

/** A note that a draft may be written from. */
export type DraftNote = Pick<KnowledgeSnippet, 'kind' | 'title' | 'text'>;

/** What a draft of a conversation needs besides it. */
interface DraftParts {
  /** Returns the saved replies that answer a question best. */
  notesFor(question: string, limit: number): Promise<readonly DraftNote[]>;
  /** The day from which “tomorrow” counts; today without it. */
  today?: string;
  call: DraftCall;
}

/** Asks the model for our next message, and checks what it wrote. */
export async function prepareDraft(
  ctx: Context,
  read: AssistConversation,
  { notesFor, today = localDayOf(ctx.clock.now(), read.timeZone), call }: DraftParts,
): Promise<Prepared> {
  const unanswered = unansweredOf(read);
  const question = unanswered.map(textOf).join('\n');
  const found = await notesFor(question, DRAFT_NOTES_MAX);
  const { name } = read.conversation.contact;
  const values = {
    ...{ 'contact.name': name, 'contact.first_name': firstName(name) },
    ...{ 'agent.name': '', 'workspace.name': read.businessName },
  };
  const notes = found.map((note) => ({ ...note, text: fillVariables(note.text, values, GAP).text }));
  const contact = read.conversation.contact.id;
  return writeDraft(ctx, { ...read, unanswered, question, notes, today, contact }, call);
}

/** What a draft is written from. */
export interface DraftInput
  extends Pick<
    DescribedConversation,
    'system' | 'rules' | 'prefix' | 'messages' | 'language' | 'medianLength' | 'facts' | 'phone' | 'timeZone'
  > {
  /** The id of the contact. Without it, emails, phones and codes of other contacts are not looked for. */
  contact?: string;
  unanswered: DescribedConversation['messages'];
  question: string;
  notes: readonly DraftNote[];
  /** The day from which “tomorrow” counts. */
  today: string;
}

/** Asks the model for a draft of a conversation that was read, and checks it. */
export async function writeDraft(ctx: Context, input: DraftInput, call: DraftCall): Promise<Prepared> {
  const { system, prefix, unanswered, notes, medianLength } = input;
  const language = fullLanguage(input.language, input.phone);
  if (language === null) {
    const nothing = { findings: ['language'] as const, language: '', model: null };
    return { state: 'none', reason: 'unknown', ...nothing, call: 'language' };
  }
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
      ...{ ...call, system, prompt: `${prefix}${task.text}`, schema: task.schema, language },
      ...{ maxTokens: task.maxTokens, temperature: task.temperature },
      mustBeListed: !hasRules(language),
    },
    AnswerSchema,
  );
  const none = (
    reason: Extract<Prepared, { state: 'none' }>['reason'],
    findings: readonly DraftFindingKind[] = [],
  ): Prepared => {
    return { state: 'none', reason, findings, language, model: answer.model, call: answer.state };
  };
  if (answer.state !== 'ok') return none('model');
  const { can, from, text } = answer.value;
  if (can === 'no' || text.trim() === '') return none('unknown');
  const cited = notes.filter((_, index) => from.some((source) => source === DRAFT_SOURCES[index]));
  // The verifier knows this language only as another one.
  if (!hasRules(language) && detectLanguage(text) !== language) return none('verifier', ['language']);
  // An answer has a source; a question back needs none.
  if (can === 'answer' && from.length === 0) return none('unknown');
  const values = input.contact === undefined ? [] : identifiersToCheck(text, CHECKED_VALUES_MAX);
  const verified = verifyDraft(text.trim(), {
    knownToOthers:
      input.contact !== undefined && values.length > 0 ? await knownToOthers(ctx, input.contact, values) : [],
    sources: factSources(input, cited),
    language: namedLanguage(language),
    medianLength: median,
    ...{ today: input.today, question: input.question },
    prompt: input.rules,
    schemaKeys: SCHEMA_KEYS,
  });
  if (!verified.isShown) {
    return none(
      'verifier',
      verified.findings.map(({ kind }) => kind),
    );
  }
  const sources = [
    ...cited.map(({ kind, title }) => ({ kind: kind as string, title })),
    ...from.flatMap((source) => PARTS[source] ?? []),
  ];
  return { state: 'ready', text: verified.text, sources, language, model: answer.model };
}

/** Returns what a draft may state as a fact: the card, the last messages, the notes that it names, and the profile. */
export function factSources(
  { facts, messages, timeZone }: Pick<DraftInput, 'facts' | 'messages' | 'timeZone'>,
  cited: readonly DraftNote[],
): FactSource[] {
  return [
    ...facts,
    ...messages.slice(-30).map((message): FactSource => {
      return {
        text: textOf(message),
        writtenOn: localDayOf(message.createdAt, timeZone),
        isFromCustomer: message.direction === 'inbound',
      };
    }),
    ...cited.map(({ title, text }) => `${title}\n${text}`),
  ];
}
