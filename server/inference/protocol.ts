/**
 * What the front process and the engine say to each other. The engine knows nothing of HTTP, keys or
 * OpenAI: it is given a chat and gives back pieces of text.
 */

/** A JSON schema in the subset that the engine can turn into a grammar. */
export type GrammarSchema = { readonly [name: string]: unknown };

export interface ToolCall {
  id: string;
  name: string;
  /** JSON as text, as the model wrote it. */
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

/** The form of the answer: free text, JSON, tool calls where the model chooses them, or one required tool call. */
export type AnswerForm =
  | { is: 'text' }
  | { is: 'json'; schema: GrammarSchema | null }
  | { is: 'tools'; tools: readonly Tool[]; mayCallSeveral: boolean }
  | { is: 'tool-call'; tools: readonly Tool[] };

export interface Generation {
  id: string;
  /** Whose chat it is: what one tenant's chat left in memory is never used for another's. */
  tenant: string;
  messages: readonly ChatMessage[];
  form: AnswerForm;
  /** The most tokens of the answer; the engine takes less where the context ends. */
  maxTokens: number;
  temperature: number;
  topP: number;
  seed: number;
  frequencyPenalty: number;
  presencePenalty: number;
  stop: readonly string[];
  /** Token numbers and what is added to their logits. */
  logitBias: Readonly<Record<string, number>>;
  /** How many alternatives to report with each token; null for no probabilities at all. */
  topLogprobs: number | null;
}

export interface EngineOptions {
  modelPath: string;
  slots: number;
  /** Tokens that each slot has room for. */
  contextSize: number;
  threads: number;
}

export type ToEngine =
  | { op: 'load'; options: EngineOptions }
  | { op: 'generate'; generation: Generation }
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
}

export type FinishReason = 'stop' | 'length' | 'tool_calls';

/** Why the engine did not answer. `engine_lost` is said by the front process when the engine has died. */
export type GenerationError =
  | { code: 'context_length_exceeded'; promptTokens: number; contextSize: number }
  | { code: 'schema_unsupported'; message: string }
  | { code: 'engine_lost' }
  | { code: 'engine_error'; message: string };

export interface SlotState {
  state: 'idle' | 'reading' | 'writing';
  tokens: number;
}

/** How the engine is, said twice a second and with every change of load. */
export interface Pulse {
  /** Tokens put through the model since the start: it moves as long as there is progress. */
  evaluatedTokens: number;
  /** Tokens written for answers since the start. */
  writtenTokens: number;
  /** Steps of the model, and the sequences that they carried: how well requests share steps. */
  steps: number;
  stepSequences: number;
  /** Passes over the weights for the steps, at least. */
  stepPasses: number;
  residentBytes: number;
  slots: readonly SlotState[];
}

export interface LoadedModel {
  contextSize: number;
  slots: number;
  threads: number;
  /** The model's own name and what it is, as its file says. */
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
  | { ev: 'end'; id: string; reason: FinishReason; usage: TokenUsage }
  | { ev: 'error'; id: string; error: GenerationError; usage: TokenUsage | null }
  | { ev: 'pulse'; pulse: Pulse };
