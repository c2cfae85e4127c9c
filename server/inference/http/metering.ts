import {
  addTokens,
  type InferenceKeyActor,
  refundCalls,
  takeCalls,
} from '../../features/inference/keys/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import type { TokenUsage } from '../protocol.ts';
import { keyError } from './admission.ts';

/** A call that has been counted, and whose outcome must still be recorded. */
export interface MeteredCall {
  /** Adds the tokens of a complete or partial answer to the usage of the day of the call. */
  settle(usage: TokenUsage | null): void;
  /** Undoes the count of a call that was not answered, unless the caller is the cause. */
  giveBack(): void;
}

export type Metering = ReturnType<typeof createMetering>;

/** Counts calls before they run, and tokens afterwards. `drain` waits for pending writes. */
export function createMetering(
  resources: Pick<Resources, 'db' | 'clock' | 'log'>,
  onUsed: (actor: Pick<InferenceKeyActor, 'isInternal'>, usage: TokenUsage) => void,
) {
  const writing = new Set<Promise<void>>();

  function write(work: () => Promise<void>): void {
    const done = work()
      .catch((error) => resources.log.error({ err: error }, 'the usage of a call could not be stored'))
      .finally(() => writing.delete(done));
    writing.add(done);
  }

  return {
    /** Runs a write in the background after the answer. */
    write,
    /**
     * Counts a call for each answer that is wanted.
     * @throws {OpenAiError} if the key cannot make that many calls; none is then counted.
     */
    take: async (actor: InferenceKeyActor, answers = 1): Promise<MeteredCall> => {
      const taken = await takeCalls(resources, actor, answers);
      if (!(taken instanceof Date)) throw keyError(taken, answers);
      let isDone = false;
      const once = (work: () => Promise<void>) => {
        if (!isDone) write(work);
        isDone = true;
      };
      return {
        settle: (usage) =>
          once(async () => {
            if (!usage) return;
            onUsed(actor, usage);
            const { promptTokens, completionTokens } = usage;
            await addTokens(resources, actor, taken, { promptTokens, completionTokens });
          }),
        giveBack: () => once(() => refundCalls(resources, actor, taken, answers)),
      };
    },
    drain: async (): Promise<void> => {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
