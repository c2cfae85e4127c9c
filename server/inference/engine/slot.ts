import {
  type ChatWrapper,
  type ControlledEvaluateInputItem,
  type EvaluationPriority,
  LlamaChat,
  LlamaCompletion,
  type LlamaContextSequence,
  type Token,
} from 'node-llama-cpp';
import type { Generation, SlotState, TokenLogprob } from '../protocol.ts';
import { isSpeculative, type RequestClass } from '../request-class.ts';
import { placeInStep } from './batching.ts';
import type { SlotView } from './choose-slot.ts';
import type { ClassGate } from './class-gate.ts';
import type { ExpectedText } from './expected-text.ts';
import type { Rate } from './rate.ts';
import type { StepGate } from './step-gate.ts';

/** Receives the output of a slot for a running generation. */
export interface SlotListener {
  signal: AbortSignal;
  /** Number of alternatives to report with each token; null disables probabilities. */
  topLogprobs: number | null;
  /** What the answer will probably repeat; null to write token by token. */
  expected: ExpectedText | null;
  /** Called when tokens of the expected text were checked. */
  onChecked(accepted: number, rejected: number): void;
  /** Called after each piece of a long prompt with the number of tokens in the sequence. */
  onRead(tokens: number): void;
  onToken(token: Token, logprob: TokenLogprob | null): void;
}

/**
 * Prompts are read in pieces, so cancellations and other answers wait for one piece at most. A request may arrive at any
 * time whose caller should not wait for a speculative one, so those are read in short pieces.
 */
const PIECE_ALONE = 256;
const PIECE_WITH_OTHERS = 64;
/** Methods of a sequence that need the lock on the context. */
const BETWEEN_STEPS = [
  'adaptStateToTokens',
  'clearHistory',
  'eraseContextTokenRanges',
  'loadStateFromFile',
  'saveStateToFile',
  'takeCheckpoint',
] as const;
/** Guesses keep this far away from the end of the context, where the chat would be cut. */
const END_MARGIN = 4;

/** What a slot is made of. */
export interface SlotParts {
  /** Position of the sequence in its context, in order of creation. */
  index: number;
  sequence: LlamaContextSequence;
  chatWrapper: ChatWrapper;
  gate: StepGate;
  classes: ClassGate<Slot>;
  /** Returns whether other requests share the steps of a slot. */
  hasOthers(slot: Slot): boolean;
  /** Learns how fast prompts are read. */
  reading: Rate;
}

/** A sequence of the context, used by one request at a time, and its cached chat. */
export class Slot implements SlotView<Token[]> {
  readonly chat: LlamaChat;
  /** Continues text, for requests without messages. */
  readonly completion: LlamaCompletion;
  readonly sequence: LlamaContextSequence;
  tenant: string | null = null;
  /** The conversation whose prompt it holds, if the caller named it. */
  conversation: string | null = null;
  lastUsed = 0;
  /** The class of the request that it answers, or answered last. */
  requestClass: RequestClass = 0;
  state: SlotState['state'] = 'idle';
  private listener: SlotListener | null = null;
  private readonly place: EvaluationPriority;
  private readonly gate: StepGate;
  private readonly classes: ClassGate<Slot>;
  private readonly hasOthers: (slot: Slot) => boolean;
  private readonly reading: Rate;
  private isHeld = false;

  constructor({ index, sequence, chatWrapper, gate, classes, hasOthers, reading }: SlotParts) {
    this.sequence = sequence;
    this.place = placeInStep(index);
    this.gate = gate;
    this.classes = classes;
    this.hasOthers = hasOthers;
    this.reading = reading;
    for (const name of BETWEEN_STEPS) {
      const plain = sequence[name].bind(sequence) as (...args: unknown[]) => Promise<void>;
      Object.assign(sequence, { [name]: (...args: unknown[]) => gate.between(() => plain(...args)) });
    }
    this.chat = new LlamaChat({ contextSequence: sequence, chatWrapper });
    this.completion = new LlamaCompletion({ contextSequence: sequence });
    // The chat gets its tokens from `evaluate`. The wrapper observes them, and reads long prompts in pieces.
    const plain = sequence.evaluate.bind(sequence);
    sequence.evaluate = (tokens, options) => this.watched(plain, tokens, options);
  }

  get isBusy(): boolean {
    return this.state !== 'idle';
  }

  /** Whether the sequence will request its next token without further action. */
  get needsSteps(): boolean {
    return this.state === 'writing' && !this.isHeld;
  }

  commonPrefix(prompt: Token[]): number {
    return this.sequence.compareContextTokens(prompt).firstDifferentIndex;
  }

  take(
    { tenant, conversation }: Pick<Generation, 'tenant' | 'conversation'>,
    requestClass: RequestClass,
    listener: SlotListener,
  ): void {
    this.tenant = tenant;
    this.conversation = conversation ?? null;
    this.requestClass = requestClass;
    this.listener = listener;
    this.state = 'reading';
  }

  release(): void {
    this.listener = null;
    this.state = 'idle';
    this.lastUsed = performance.now();
    this.classes.changed();
  }

  private async *watched(
    plain: LlamaContextSequence['evaluate'],
    tokens: Token[],
    given: Parameters<LlamaContextSequence['evaluate']>[1],
  ): ReturnType<LlamaContextSequence['evaluate']> {
    const options = { ...given, evaluationPriority: this.place };
    const rest = await this.readAllButLast(tokens);
    const listener = this.listener;
    let replacement: undefined | Token | Token[];
    if (listener?.expected) {
      yield* this.writeExpected(rest, options, listener, listener.expected);
      return;
    }
    if (listener?.topLogprobs == null) {
      const inner = plain(rest, options);
      try {
        for (;;) {
          if (this.mustHold) await this.hold();
          const { value: token, done } = await inner.next(replacement);
          if (done || token === undefined) return;
          this.noteWriting();
          listener?.onToken(token, null);
          replacement = (yield token) ?? undefined;
        }
      } finally {
        this.rest();
        await inner.return();
      }
    }
    const inner = this.sequence.evaluateWithMetadata(rest, { probabilities: true }, options);
    try {
      for (;;) {
        if (this.mustHold) await this.hold();
        const { value, done } = await inner.next(replacement);
        if (done || value === undefined) return;
        this.noteWriting();
        listener.onToken(value.token, this.logprobOf(value.token, value.probabilities, listener.topLogprobs));
        replacement = (yield value.token) ?? undefined;
      }
    } finally {
      this.rest();
      await inner.return();
    }
  }

  /**
   * Writes an answer that probably repeats a text: one step checks several tokens of it. Every token is the one that the
   * model chooses itself. Beside other answers a step with more tokens would cost them time, so none are guessed then.
   */
  private async *writeExpected(
    tokens: Token[],
    options: NonNullable<Parameters<LlamaContextSequence['evaluate']>[1]>,
    listener: SlotListener,
    expected: ExpectedText,
  ): ReturnType<LlamaContextSequence['evaluate']> {
    const { temperature = 0, topK, topP, minP, tokenBias, seed = 0 } = options;
    let drawn = 0;
    const chosen = (token: Token): ControlledEvaluateInputItem => {
      drawn += 1;
      // With the same seed, every step would draw the same number.
      const sampling = { temperature, topK, topP, minP, tokenBias, seed: (seed + drawn) % 2 ** 31 };
      return [token, { generateNext: { token: true, options: withoutUndefined(sampling) } }];
    };
    let input = tokens;
    try {
      for (;;) {
        if (this.mustHold) await this.hold();
        const { sequence } = this;
        const room = sequence.contextSize - sequence.nextTokenIndex - input.length - END_MARGIN;
        const guess = this.hasOthers(this) ? [] : expected.guess(room);
        const last = input.length - 1;
        const outputs = await sequence.controlledEvaluate(
          [...input.map((token, index) => (index === last ? chosen(token) : token)), ...guess.map(chosen)],
          { evaluationPriority: this.place },
        );
        const written: Token[] = [];
        for (let place = 0; place <= guess.length; place += 1) {
          const token = outputs[last + place]?.next.token;
          if (token == null) throw new Error('the next token could not be chosen');
          written.push(token);
          if (guess[place] !== token) break;
        }
        const right = written.length - 1;
        await this.dropLast(guess.length - right);
        if (guess.length > 0) listener.onChecked(right, guess.length - right);
        expected.note(written, guess.length);
        this.noteWriting();
        input = written.slice(-1);
        for (const [index, token] of written.entries()) {
          listener.onToken(token, null);
          const replacement = yield token;
          if (replacement === undefined) continue;
          await this.dropLast(right - index);
          input = [replacement].flat();
          break;
        }
      }
    } finally {
      this.rest();
    }
  }

  /** Removes the last tokens of the sequence. */
  private async dropLast(count: number): Promise<void> {
    const end = this.sequence.nextTokenIndex;
    if (count > 0) await this.sequence.eraseContextTokenRanges([{ start: end - count, end }]);
  }

  private get mustHold(): boolean {
    return this.gate.isClosed || this.classes.mustWait(this);
  }

  /** Waits for its turn. @throws the reason of the signal, if the request was cancelled in the meantime. */
  private async hold(): Promise<void> {
    this.isHeld = true;
    const signal = this.listener?.signal;
    while (this.mustHold && !signal?.aborted) {
      if (this.gate.isClosed) await this.gate.pass();
      else await this.classes.pass(this, signal);
    }
    this.isHeld = false;
    signal?.throwIfAborted();
  }

  private noteWriting(): void {
    if (this.state === 'writing') return;
    this.state = 'writing';
    this.classes.changed();
  }

  /** Keeps steps from waiting for this sequence between its last token and its release. */
  private rest(): void {
    if (this.state === 'writing') this.state = 'reading';
  }

  /** Reads a prompt and writes nothing, so that an answer to it, or to one that begins like it, starts sooner. */
  async read(prompt: Token[]): Promise<void> {
    await this.sequence.adaptStateToTokens(prompt, false);
    const rest = await this.readAllButLast(prompt.slice(this.sequence.nextTokenIndex));
    this.listener?.signal.throwIfAborted();
    if (rest.length === 0) return;
    if (this.mustHold) await this.hold();
    await this.sequence.evaluateWithoutGeneratingNewTokens(rest, { evaluationPriority: this.place });
  }

  /** Does other work on the sequence of a running request, when no request of a higher class runs. */
  async whenDue(work: () => Promise<void>): Promise<void> {
    if (this.mustHold) await this.hold();
    await work();
  }

  /** Forgets what it holds. It must be idle. */
  async clear(): Promise<void> {
    this.tenant = null;
    this.conversation = null;
    await this.sequence.clearHistory();
  }

  /** Reads the prompt up to its last piece; returns that piece, for the step that samples the first token. */
  private async readAllButLast(tokens: Token[]): Promise<Token[]> {
    let rest = tokens;
    for (;;) {
      const isShort = isSpeculative(this.requestClass) || this.hasOthers(this);
      const piece = isShort ? PIECE_WITH_OTHERS : PIECE_ALONE;
      if (rest.length <= piece) return rest;
      this.listener?.signal.throwIfAborted();
      if (this.mustHold) await this.hold();
      const begun = performance.now();
      await this.sequence.evaluateWithoutGeneratingNewTokens(rest.slice(0, piece), {
        evaluationPriority: this.place,
      });
      this.reading.add(performance.now() - begun, piece);
      rest = rest.slice(piece);
      this.listener?.onRead(this.sequence.nextTokenIndex);
    }
  }

  private logprobOf(token: Token, probabilities: Map<Token, number>, top: number): TokenLogprob {
    const text = (one: Token) => this.sequence.model.detokenize([one], true);
    const logprob = (probability: number | undefined) => Math.log(Math.max(probability ?? 0, 1e-38));
    const ranked = [...probabilities.entries()].sort((one, other) => other[1] - one[1]).slice(0, top);
    return {
      token: text(token),
      logprob: logprob(probabilities.get(token)),
      top: ranked.map(([one, probability]) => ({ token: text(one), logprob: logprob(probability) })),
    };
  }
}

/** Returns an object without the entries that have no value, which the library would take for one. */
function withoutUndefined<T extends object>(given: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}
