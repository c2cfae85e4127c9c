import { TEXT_MAX } from '../../../../shared/domain/message-limits.ts';
import { dataBlock, dataLine, estimateTokens, firstWords, languageName } from './data-text.ts';

/**
 * What a prompt asks for, after the part that all tasks about a conversation share. The keys of each schema are in the
 * order in which a model should think: it decides first and writes last.
 */

const NOTE_WORDS_MAX = 60;
/** All that a person may write: as one line, a line break is three letters. */
const WORDS_MAX = 3 * TEXT_MAX;
/** A message has room for its words and some more. */
const WORDS_TOKENS_MAX = 1_600;
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/** A piece of knowledge that a task may use: a saved reply, an answer or a page. */
export interface PromptNote {
  title: string;
  text: string;
}

/** A JSON schema with the name that the endpoint requires. */
export interface TaskSchema {
  name: string;
  schema: object;
}

/** The end of a prompt, and how its answer is read. */
export interface Task {
  text: string;
  schema: TaskSchema | null;
  maxTokens: number;
  temperature: number;
}

function notesBlock(notes: readonly PromptNote[]): string[] {
  if (notes.length === 0) return ['NOTES', '(none)'];
  return [
    'NOTES',
    ...notes.map(
      ({ title, text }, index) =>
        `${LETTERS[index] ?? '-'} ${title === '' ? '' : `“${dataLine(title, 60)}” `}${firstWords(dataLine(text, 600), NOTE_WORDS_MAX)}`,
    ),
  ];
}

/** At most this many notes go into a draft. */
export const DRAFT_NOTES_MAX = 3;

/** The sources that a draft may name: a note by its letter, or a part of the prompt. */
export const DRAFT_SOURCES = ['A', 'B', 'C', 'PROFILE', 'CHAT'] as const;

const DRAFT_SCHEMA: TaskSchema = {
  name: 'draft',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['can', 'from', 'text'],
    properties: {
      can: { enum: ['answer', 'ask', 'no'] },
      from: { type: 'array', maxItems: 2, items: { enum: [...DRAFT_SOURCES] } },
      text: { type: 'string', maxLength: 420 },
    },
  },
};

/** Asks for our next message. `from` and `to` number the messages of the customer that have no answer. */
export function draftTask({
  notes,
  from,
  to,
  language,
  words,
}: {
  notes: readonly PromptNote[];
  from: number;
  to: number;
  language: string;
  words: number;
}): Task {
  const which = from === to ? `message ${from}` : `messages ${from}–${to}`;
  return {
    text: [
      ...notesBlock(notes.slice(0, DRAFT_NOTES_MAX)),
      `TASK Propose our next message, answering ${which}. Language: ${languageName(language)}. At most ${words} words, the style of our earlier messages, no greeting unless this is our first message today, no promise of anything we will do later.`,
      'First say whether CARD/CHAT/NOTES hold what is needed: "answer", or "ask" (one question back), or "no".',
    ].join('\n'),
    schema: DRAFT_SCHEMA,
    maxTokens: 220,
    temperature: 0.3,
  };
}

/** Asks for a message that says the agent's words, and nothing more. */
export function wordsTask({ words, language }: { words: string; language: string }): Task {
  return {
    text: [
      `TASK Write our next message in ${languageName(language)} that says exactly this and nothing more: «${dataLine(words, WORDS_MAX)}».`,
      'Keep names, numbers and links as they are. Only the message.',
    ].join('\n'),
    schema: null,
    maxTokens: Math.min(WORDS_TOKENS_MAX, 400 + estimateTokens(words)),
    temperature: 0.3,
  };
}

const LINE_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['at', 'text'],
  properties: { at: { type: 'integer' }, text: { type: 'string', maxLength: 140 } },
};

const CATCH_UP_SCHEMA: TaskSchema = {
  name: 'catch_up',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['wants', 'said', 'open'],
    properties: {
      wants: { $ref: '#/$defs/line' },
      said: { type: 'array', maxItems: 4, items: { $ref: '#/$defs/line' } },
      open: { type: 'array', maxItems: 3, items: { $ref: '#/$defs/line' } },
    },
    $defs: { line: LINE_SCHEMA },
  },
};

/** Asks what a conversation is about, for a colleague who takes it over. Notes of colleagues may be used here. */
export function catchUpTask({
  language,
  staffNotes,
}: {
  language: string;
  staffNotes: readonly string[];
}): Task {
  return {
    text: [
      'NOTES',
      ...(staffNotes.length === 0
        ? ['(none)']
        : staffNotes.map((note) => `- ${firstWords(dataLine(note, 400), NOTE_WORDS_MAX)}`)),
      `TASK A colleague takes over. In ${languageName(language)}: "wants" is what the customer wants, "said" what we have answered or agreed, "open" what still waits. Each line has at most 20 words, uses the words of the message, and its number in "at". Nothing that no message says; empty lists are fine.`,
    ].join('\n'),
    schema: CATCH_UP_SCHEMA,
    maxTokens: 420,
    temperature: 0,
  };
}

/** Asks for two sentences on a question of a colleague, from snippets alone. It has no conversation. */
export function askTask({
  question,
  notes,
  language,
}: {
  question: string;
  notes: readonly PromptNote[];
  language: string;
}): Task {
  return {
    text: [
      ...notesBlock(notes),
      `TASK A colleague asks: «${dataLine(question, 300)}». Answer in ${languageName(language)} in at most two sentences from NOTES alone, and end each sentence with the letter of its note, as in [A]. If NOTES do not say it, answer only: none`,
    ].join('\n'),
    schema: null,
    maxTokens: 160,
    temperature: 0,
  };
}

/** At most this many saved replies are compared with an answer. */
export const REVIEW_NOTES_MAX = 3;

const REVIEW_SCHEMA: TaskSchema = {
  name: 'review',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['open', 'wrong'],
    properties: {
      open: {
        type: 'array',
        maxItems: 2,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['at', 'words'],
          properties: { at: { type: 'integer' }, words: { type: 'string', maxLength: 160 } },
        },
      },
      wrong: {
        type: 'array',
        maxItems: 2,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['words', 'note', 'says'],
          properties: {
            words: { type: 'string', maxLength: 160 },
            note: { enum: LETTERS.slice(0, REVIEW_NOTES_MAX) },
            says: { type: 'string', maxLength: 160 },
          },
        },
      },
    },
  },
};

/** Asks what an answer has left open, and what our notes say differently. It has no conversation. */
export function reviewTask({
  asked,
  answer,
  notes,
}: {
  asked: readonly string[];
  answer: string;
  notes: readonly PromptNote[];
}): Task {
  return {
    text: [
      ...notesBlock(notes.slice(0, REVIEW_NOTES_MAX)),
      'CUSTOMER',
      ...asked.map((text, index) => `${index + 1} ${dataLine(text, 600)}`),
      'ANSWER',
      dataLine(answer, 1_200),
      'TASK A colleague reads their own ANSWER again. "open": questions of CUSTOMER that ANSWER does not take up at all, each with the number of its message and its words exactly as written there. "wrong": what ANSWER says and a note says differently, with the words of ANSWER, the letter of the note and the words of the note, each exactly as written. What the notes do not mention is not wrong. Most answers have neither: then both lists are empty.',
    ].join('\n'),
    schema: REVIEW_SCHEMA,
    maxTokens: 300,
    temperature: 0,
  };
}

const PROPOSAL_SCHEMA: TaskSchema = {
  name: 'saved_reply',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['title', 'text'],
    properties: {
      title: { type: 'string', maxLength: 60 },
      text: { type: 'string', maxLength: 1_000 },
    },
  },
};

/** Asks for a clearer wording of an answer that people give again and again, and for its name. */
export function proposalTask({ title, text }: PromptNote): Task {
  return {
    text: [
      'Our staff often send the answer between the marks, in similar words. Word it as a reply that fits every customer, in the same language: correct, friendly and no longer than now. Keep names, numbers, links, codes in {{…}}, […] and *marks* as they are. Add no fact and no promise.',
      `"title" names it for the staff in at most six words, such as: ${dataLine(title, 60)}`,
      dataBlock(text),
    ].join('\n'),
    schema: PROPOSAL_SCHEMA,
    maxTokens: 420,
    temperature: 0,
  };
}
