import type { RequestClass } from './request-class.ts';

/**
 * Messages between the front process and the engine. The engine knows nothing about HTTP, keys or OpenAI: it
 * receives a chat and returns pieces of text.
 */

/** A JSON schema in the subset that the engine can turn into a grammar. */
export type GrammarSchema = { readonly [name: string]: unknown };

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text, as the model wrote it. */
  arguments: string;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls: readonly ToolCall[] }
  | { role: 'tool'; content: string; toolCallId: string };

export interface Tool {
  name: string;
  description?: string;
  /** Null for a function without parameters. */
  parameters: GrammarSchema | null;
}

/**
 * The required form of the answer: free text, JSON, text with optional tool calls, or required tool calls. With an
 * `answer`, JSON that follows this schema may take the place of the calls.
 */
export type AnswerForm =
  | { is: 'text' }
  | { is: 'json'; schema: GrammarSchema | null }
  | { is: 'tools'; tools: readonly Tool[]; mayCallSeveral: boolean }
  | { is: 'tool-call'; tools: readonly Tool[]; mayCallSeveral: boolean; answer: GrammarSchema | null };

export interface Generation {
  id: string;
  /** The tenant of the chat. Cached tokens of one tenant are never reused for another. */
  tenant: string;
  /** The conversation that the prompt begins with. What was read of it may be kept. */
  conversation?: string | undefined;
  messages: readonly ChatMessage[];
  /** Text to continue, in place of messages; null for a chat. */
  prompt: string | null;
  form: AnswerForm;
  /**
   * Maximum number of tokens in the answer; the engine lowers it where the context ends. 0: the prompt is read, and nothing
   * is written.
   */
  maxTokens: number;
  temperature: number;
  topP: number;
  seed: number;
  frequencyPenalty: number;
  presencePenalty: number;
  stop: readonly string[];
  /** Token ids and the values to add to their logits. */
  logitBias: Readonly<Record<string, number>>;
  /** Number of alternatives to report with each token; null disables probabilities. */
  topLogprobs: number | null;
  /** A text that the answer will probably repeat for the most part, if the caller knows of one. */
  expected?: string | undefined;
  /** Whether the model answers at once, where it would think before. */
  withoutThought?: boolean;
}

/** A generation as a caller asks for it. */
export type AskedGeneration = Omit<Generation, 'id' | 'tenant' | 'conversation' | 'withoutThought'>;

export interface EngineOptions {
  modelPath: string;
  slots: number;
  /** Context size of each slot, in tokens. */
  contextSize: number;
  threads: number;
  /** An engine for embeddings writes no answers. */
  purpose?: 'embeddings';
  /** Where conversations that were read are kept; without it, the slots are all there is. */
  cache?: CacheOptions | undefined;
}

/** A folder for conversations that were read, which the engine empties at its start and end. */
export interface CacheOptions {
  folder: string;
  /** The most bytes of all files together. */
  bytes: number;
  /** How long a conversation is kept, in milliseconds. */
  ageMs: number;
}

/** A conversation of a tenant, of which the engine keeps what it has read. */
export interface KeptConversation {
  tenant: string;
  conversation: string;
}

export type ToEngine =
  | { op: 'load'; options: EngineOptions }
  | { op: 'generate'; generation: Generation; requestClass: RequestClass }
  | { op: 'embed'; id: string; texts: readonly string[] }
  | { op: 'forget'; conversations: readonly KeptConversation[] }
  | { op: 'cancel'; id: string };

export interface TokenLogprob {
  token: string;
  logprob: number;
  top: readonly { token: string; logprob: number }[];
}

export interface TokenUsage {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  /** Tokens of the expected text that were right and wrong, if one was given. */
  expected?: { accepted: number; rejected: number };
}

export type FinishReason = 'stop' | 'length' | 'tool_calls';

/** Why the engine did not answer. The front process reports `engine_lost` when the engine has crashed. */
export type GenerationError =
  | { code: 'context_length_exceeded'; promptTokens: number; contextSize: number }
  | { code: 'schema_unsupported'; message: string }
  | { code: 'engine_lost' }
  | { code: 'engine_error'; message: string };

export interface SlotState {
  state: 'idle' | 'reading' | 'writing';
  tokens: number;
}

/** The engine's state, reported twice a second and after every change of load. */
export interface Pulse {
  /** Tokens processed by the model since the start. It increases as long as there is progress. */
  evaluatedTokens: number;
  /** Tokens generated since the start. */
  writtenTokens: number;
  /** Model steps, and the sequences they carried. Together they show how well requests share steps. */
  steps: number;
  stepSequences: number;
  /** Minimum number of passes over the weights for the steps. */
  stepPasses: number;
  residentBytes: number;
  slots: readonly SlotState[];
  cache: CacheState;
  /** The conversations of which the slots or the cache hold what was read. */
  kept: readonly KeptConversation[];
}

/** What the cache holds, and how often it was used since the start. */
export interface CacheState {
  conversations: number;
  bytes: number;
  restored: number;
}

export interface LoadedModel {
  contextSize: number;
  slots: number;
  threads: number;
  /** The model's name and description from its file. */
  name: string;
  description: string;
  chatTemplate: string;
  bytes: number;
}

export type FromEngine =
  | { ev: 'loading'; progress: number }
  | { ev: 'ready'; model: LoadedModel }
  | { ev: 'load-failed'; message: string }
  | { ev: 'start'; id: string; promptTokens: number; cachedTokens: number }
  | { ev: 'read'; id: string; tokens: number }
  | {
      ev: 'delta';
      id: string;
      is: 'text' | 'thought';
      text: string;
      logprobs: readonly TokenLogprob[] | null;
    }
  | { ev: 'tool-call'; id: string; index: number; name: string | null; arguments: string }
  | { ev: 'embeddings'; id: string; vectors: readonly (readonly number[])[]; tokens: number }
  | { ev: 'end'; id: string; reason: FinishReason; usage: TokenUsage }
  | { ev: 'error'; id: string; error: GenerationError; usage: TokenUsage | null }
  | { ev: 'pulse'; pulse: Pulse };
