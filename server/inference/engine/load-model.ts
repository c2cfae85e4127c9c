import {
  type ChatWrapper,
  GeneralChatWrapper,
  getLlama,
  type Llama,
  LlamaLogLevel,
  type LlamaModel,
  resolveChatWrapper,
} from 'node-llama-cpp';
import type { EngineOptions, LoadedModel } from '../protocol.ts';
import { fullSteps } from './batching.ts';
import { ClassGate } from './class-gate.ts';
import { PromptCache } from './prompt-cache.ts';
import { Rate } from './rate.ts';
import { Slot } from './slot.ts';
import { StepGate } from './step-gate.ts';

/** Maximum number of tokens in a step, for pieces of prompts and tokens being written in all slots. */
const BATCH_SIZE = 512;

export interface StepCounts {
  evaluatedTokens: number;
  steps: number;
  stepSequences: number;
  stepPasses: number;
}

/** A loaded model with its slots. It is never unloaded; the process ends instead. */
export interface Loaded {
  llama: Llama;
  model: LlamaModel;
  chatWrapper: ChatWrapper;
  slots: readonly Slot[];
  counts: Readonly<StepCounts>;
  /** What the reading of prompts takes, by token. */
  reading: Rate;
  /** Conversations that were read, besides those in the slots; null without a folder for them. */
  cache: PromptCache | null;
  description: LoadedModel;
  /** Returns the embedding of a text, of length 1; null if the model writes answers. */
  embed: ((text: string) => Promise<{ vector: readonly number[]; tokens: number }>) | null;
}

/**
 * Loads a model with its context and slots.
 * @throws if the file is not a model, or there is not enough memory.
 */
export async function loadModel(
  { modelPath, slots: wanted, contextSize, threads, purpose, cache: cacheOptions }: EngineOptions,
  onProgress: (progress: number) => void,
): Promise<Loaded> {
  const llama = await getLlama({
    gpu: 'auto',
    build: 'never',
    maxThreads: threads,
    logLevel: LlamaLogLevel.error,
  });
  const model = await llama.loadModel({ modelPath, onLoadProgress: onProgress });
  const counts: StepCounts = { evaluatedTokens: 0, steps: 0, stepSequences: 0, stepPasses: 0 };
  const reading = new Rate();
  if (purpose === 'embeddings') {
    const size = Math.min(contextSize, model.trainContextSize);
    const chatWrapper = new GeneralChatWrapper();
    const embed = await embedder(model, size, threads, counts);
    const description = { ...describe(model), contextSize: size, slots: 0, threads, chatTemplate: 'none' };
    return { llama, model, chatWrapper, slots: [], counts, reading, cache: null, description, embed };
  }
  const slots: Slot[] = [];
  const classes = new ClassGate(slots);
  const context = await model.createContext({
    sequences: wanted,
    contextSize: { max: Math.min(contextSize, model.trainContextSize) },
    batchSize: BATCH_SIZE,
    threads: { ideal: threads, min: threads },
    // Otherwise models with a sliding window would reread the whole conversation on every turn.
    swaFullCache: true,
    batching: {
      itemPrioritizationStrategy: fullSteps({
        writing: () => slots.filter((slot) => slot.needsSteps).length,
        mustWait: (place) => {
          const slot = slots[place];
          return slot !== undefined && classes.mustWait(slot);
        },
        onStep: ({ sequences, tokens, passes }) => {
          counts.evaluatedTokens += tokens;
          counts.steps += 1;
          counts.stepSequences += sequences;
          counts.stepPasses += passes;
        },
      }),
    },
  });
  const chatWrapper = resolveChatWrapper(model);
  const hasOthers = (slot: Slot) =>
    slots.some((other) => other !== slot && other.isBusy && !classes.mustWait(other));
  const gate = new StepGate();
  for (let index = 0; index < wanted; index += 1) {
    const sequence = context.getSequence();
    slots.push(new Slot({ index, sequence, chatWrapper, gate, classes, hasOthers, reading }));
  }
  return {
    llama,
    model,
    chatWrapper,
    slots,
    counts,
    reading,
    cache: cacheOptions
      ? new PromptCache(cacheOptions, [modelPath, model.size, model.typeDescription].join(' '))
      : null,
    embed: null,
    description: {
      ...describe(model),
      contextSize: context.contextSize,
      slots: wanted,
      threads: context.idealThreads,
      // A model with an unknown chat template produces poor answers, which the dashboard points out.
      chatTemplate: chatWrapper instanceof GeneralChatWrapper ? 'none' : chatWrapper.wrapperName,
    },
  };
}

function describe(model: LlamaModel): Pick<LoadedModel, 'name' | 'description' | 'bytes'> {
  return {
    name: model.fileInfo.metadata.general.name ?? '',
    description: model.typeDescription,
    bytes: model.size,
  };
}

/** Returns the function that computes embeddings, one at a time. */
async function embedder(
  model: LlamaModel,
  contextSize: number,
  threads: number,
  counts: StepCounts,
): Promise<NonNullable<Loaded['embed']>> {
  // An encoder reads a text in one step.
  const context = await model.createEmbeddingContext({ contextSize, batchSize: contextSize, threads });
  return async (text) => {
    const tokens = context.calculateInputLength(text);
    if (tokens >= contextSize) throw new ContextLengthError(tokens, contextSize - 1);
    const { vector } = await context.getEmbeddingFor(text);
    counts.evaluatedTokens += tokens;
    counts.steps += 1;
    const length = Math.hypot(...vector) || 1;
    return { vector: vector.map((value) => value / length), tokens };
  };
}

/** Thrown for a prompt that does not fit, before any slot is changed. */
export class ContextLengthError extends Error {
  override readonly name = 'ContextLengthError';
  readonly promptTokens: number;
  readonly contextSize: number;

  constructor(promptTokens: number, contextSize: number) {
    super(`The prompt has ${promptTokens} tokens; the context has room for ${contextSize}.`);
    this.promptTokens = promptTokens;
    this.contextSize = contextSize;
  }
}
