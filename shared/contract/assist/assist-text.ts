import { z } from 'zod';
import { EDITS } from '../../domain/assist/edits.ts';
import { ModelStateSchema } from '../../domain/assist/model-state.ts';
import { EDIT_REFUSALS } from '../../domain/assist/text/findings.ts';
import { idSchema } from '../../domain/ids.ts';
import { TEXT_MAX } from '../../domain/message-limits.ts';
import { freeText } from '../../domain/text.ts';

/** The path of requests for a text of the model, under `/api/dashboard`. */
export const ASSIST_TEXT_PATH = '/assist/text';

/** Languages that texts are translated to. */
export const TEXT_LANGUAGES = ['en', 'pt-BR', 'es', 'fr', 'de', 'it'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

const text = freeText({ max: TEXT_MAX }).refine((value) => value.trim() !== '', 'must not be blank');
const conversationId = idSchema('conversation');
const language = z.enum(TEXT_LANGUAGES);
const countedFor = conversationId.optional().describe('The conversation in which it was asked for');

/**
 * What a person asks the model to write. It is not part of the contract because its response is a stream: JSON lines
 * of `AssistTextEvent`.
 */
export const AssistTextRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rewrite'), edit: z.enum(EDITS), text, conversationId: countedFor }),
  z.strictObject({
    kind: z.literal('words'),
    conversationId,
    text: text.describe('What the message must say, in a few words'),
    language: language.nullable().describe('The language of the message; null: that of the customer'),
  }),
  z.strictObject({ kind: z.literal('translate'), conversationId, text, language }),
  z.strictObject({
    kind: z.literal('message'),
    messageId: idSchema('message').describe('The message of a customer to translate'),
    language,
  }),
  z.strictObject({ kind: z.literal('catchUp'), conversationId, language }),
  z.strictObject({
    kind: z.literal('ask'),
    question: freeText({ max: 300 }),
    language,
    conversationId: countedFor,
  }),
]);

export type AssistTextRequest = z.infer<typeof AssistTextRequestSchema>;

/** Something that a person should know of a text that the model wrote: it stands where the text does. */
export const TextFindingSchema = z.strictObject({
  kind: z.string(),
  text: z.string().describe('The words that it is about'),
});
export type TextFinding = z.infer<typeof TextFindingSchema>;

/** A line of a summary, with the message that says it. */
export const CatchUpLineSchema = z.strictObject({ messageId: idSchema('message'), text: z.string() });

export const CatchUpSchema = z.strictObject({
  wants: CatchUpLineSchema.nullable(),
  said: z.array(CatchUpLineSchema),
  open: z.array(CatchUpLineSchema),
  /** Whether its lines are messages of the conversation itself, because the model was of no help. */
  isExtract: z.boolean(),
  /** Until when messages are part of it. */
  asOf: z.iso.datetime(),
  model: z.string().nullable(),
});
export type CatchUp = z.infer<typeof CatchUpSchema>;

/** Something that is known in the workspace, with where it comes from. */
export const SnippetSchema = z.strictObject({
  letter: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  source: z.discriminatedUnion('is', [
    z.strictObject({ is: z.literal('reply'), savedReplyId: idSchema('savedReply') }),
    z.strictObject({
      is: z.literal('answer'),
      messageId: idSchema('message'),
      conversationId: idSchema('conversation'),
      contactName: z.string(),
    }),
  ]),
});
export type Snippet = z.infer<typeof SnippetSchema>;

export const AssistTextEventSchema = z.discriminatedUnion('is', [
  /** A piece of the text, as the model writes it. */
  z.strictObject({ is: z.literal('piece'), text: z.string() }),
  /** What is known of a question, before anything is written about it. */
  z.strictObject({ is: z.literal('snippets'), snippets: z.array(SnippetSchema) }),
  z.strictObject({ is: z.literal('catchUp'), catchUp: CatchUpSchema }),
  /** The whole text, checked. Null: nothing can be shown; `refused` says why, unless there is nothing to say. */
  z.strictObject({
    is: z.literal('done'),
    text: z.string().nullable(),
    refused: z.enum(EDIT_REFUSALS).nullable(),
    findings: z.array(TextFindingSchema),
    model: z.string(),
    language: z.string().nullable(),
  }),
  z.strictObject({ is: z.literal('ended'), state: ModelStateSchema }),
]);
export type AssistTextEvent = z.infer<typeof AssistTextEventSchema>;
