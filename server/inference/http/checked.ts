import type { ClassedCaller } from '../engine-host/class-queue.ts';
import type { Listener } from '../engine-host/listener.ts';
import type { Scheduler } from '../engine-host/scheduler.ts';
import type { AnswerCheck } from '../openai/answer-form.ts';
import type { FinishReason, Generation, TokenLogprob, TokenUsage } from '../protocol.ts';

/** The pieces of an answer that are sent after the check. */
interface Held {
  texts: { is: 'text' | 'thought'; text: string; logprobs: readonly TokenLogprob[] | null }[];
  calls: Map<number, { name: string; arguments: string }>;
  reason: FinishReason;
  usage: TokenUsage;
}

const NOTHING: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 };

/**
 * Submits a generation whose answer is checked at its end. An answer with a problem is generated once more, with the
 * problem in the prompt; then whatever was written is sent. What the check needs is held back until then.
 * @returns a function that cancels it.
 */
export function submitChecked(
  scheduler: Scheduler,
  caller: ClassedCaller,
  generation: Generation,
  check: AnswerCheck,
  listener: Listener,
): () => void {
  const since = performance.now();
  const secondId = `${generation.id}-again`;
  let isCancelled = false;
  let hasSentText = false;
  const used: TokenUsage = { ...NOTHING };

  const empty = (): Held => ({ texts: [], calls: new Map(), reason: 'stop', usage: NOTHING });
  function send({ texts, calls, reason }: Held): void {
    for (const { is, text, logprobs } of texts) listener.onText(is, text, logprobs);
    for (const [index, call] of calls) listener.onToolCall(index, call.name, call.arguments);
    listener.onEnd(reason, { ...used });
  }

  function problemOf({ texts, calls, reason }: Held): string | null {
    // There is no more room, so another answer would end there too.
    if (reason === 'length') return null;
    const text = texts.map((piece) => (piece.is === 'text' ? piece.text : '')).join('');
    return check.problemOf({ text, toolCalls: [...calls.values()] });
  }

  /** Returns a listener for one attempt. `onWhole` is called with its answer, `onFailed` if there is none. */
  function attempt(isFirst: boolean, onWhole: (held: Held) => void, onFailed: Listener['onError']) {
    const held = empty();
    const mayPass = !check.holdsText && isFirst;
    return {
      held,
      onStart: (promptTokens: number, cachedTokens: number) => {
        if (isFirst) listener.onStart(promptTokens, cachedTokens);
      },
      onRead: (tokens: number) => {
        if (isFirst) listener.onRead(tokens);
      },
      onText: (is: 'text' | 'thought', text: string, logprobs: readonly TokenLogprob[] | null) => {
        if (!mayPass) held.texts.push({ is, text, logprobs });
        else {
          hasSentText = true;
          listener.onText(is, text, logprobs);
        }
      },
      onToolCall: (index: number, name: string | null, piece: string) => {
        const known = held.calls.get(index) ?? { name: name ?? '', arguments: '' };
        held.calls.set(index, { ...known, arguments: known.arguments + piece });
      },
      onEnd: (reason: FinishReason, usage: TokenUsage) => {
        held.reason = reason;
        add(used, usage);
        onWhole(held);
      },
      onError: onFailed,
    };
  }

  /** What is wrong with the first answer, if it is generated again. */
  let problem: string | null = null;
  const first = attempt(
    true,
    (held) => {
      problem = isCancelled || scheduler.rejection(caller) !== null ? null : problemOf(held);
      if (problem === null) send(held);
    },
    listener.onError,
  );
  scheduler.submit(
    caller,
    generation,
    {
      ...first,
      onSettled: (usage) => {
        if (problem === null) listener.onSettled(usage);
        else if (isCancelled) listener.onSettled({ ...used });
        else repeat(first.held, problem);
      },
    },
    since,
  );

  function repeat(before: Held, wrong: string): void {
    let hasEnded = false;
    const second = attempt(
      false,
      (held) => {
        hasEnded = true;
        // Text that the caller has already read is not sent twice.
        send(hasSentText ? { ...held, texts: [] } : held);
      },
      // The first answer is better than none.
      () => send(before),
    );
    scheduler.submit(
      caller,
      { ...corrected(generation, before, wrong), id: secondId },
      {
        ...second,
        onSettled: (usage) => {
          if (usage && !hasEnded) add(used, usage);
          listener.onSettled({ ...used });
        },
      },
      since,
    );
  }

  return () => {
    isCancelled = true;
    scheduler.cancel(generation.id);
    scheduler.cancel(secondId);
  };
}

/** Returns the generation with the answer and what is wrong with it in its prompt, and with another seed. */
function corrected(generation: Generation, { texts, calls }: Held, problem: string): Generation {
  const text = texts.map((piece) => (piece.is === 'text' ? piece.text : '')).join('');
  const called = [...calls.values()].map((call) => `${call.name}(${call.arguments})`).join('\n');
  return {
    ...generation,
    seed: (generation.seed + 1) % 2 ** 31,
    messages: [
      ...generation.messages,
      { role: 'assistant', content: [text, called].filter((part) => part !== '').join('\n'), toolCalls: [] },
      { role: 'user', content: `This is not valid: ${problem}. Answer again, corrected, and nothing else.` },
    ],
  };
}

function add(sum: TokenUsage, { promptTokens, cachedTokens, completionTokens }: TokenUsage): void {
  sum.promptTokens += promptTokens;
  sum.cachedTokens += cachedTokens;
  sum.completionTokens += completionTokens;
}
