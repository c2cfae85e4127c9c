import {
  addTokens,
  type InferenceKeyActor,
  refundCall,
  takeCall,
} from '../../features/inference/keys/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import type { TokenUsage } from '../protocol.ts';
import { keyError } from './admission.ts';

/** A call that has been counted, and what must still be written about it. */
export interface MeteredCall {
  /** It was answered, wholly or in part: its tokens are added to the day of the call. */
  settle(usage: TokenUsage | null): void;
  /** It was not answered, and the caller is not the cause: it does not count. */
  giveBack(): void;
}

export type Metering = ReturnType<typeof createMetering>;

/** Counts calls before they run and tokens after; what is being written is waited for at the end. */
export function createMetering(
  resources: Pick<Resources, 'db' | 'clock' | 'log'>,
  onUsed: (usage: TokenUsage) => void,
) {
  const writing = new Set<Promise<void>>();

  function write(work: () => Promise<void>): void {
    const done = work()
      .catch((error) => resources.log.error({ err: error }, 'the usage of a call could not be stored'))
      .finally(() => writing.delete(done));
    writing.add(done);
  }

  return {
    /** Writes something about a call down behind its answer; it is waited for at the end. */
    write,
    /** @throws {OpenAiError} when the key may make no further call. */
    take: async (actor: InferenceKeyActor): Promise<MeteredCall> => {
      const taken = await takeCall(resources, actor);
      if (!(taken instanceof Date)) throw keyError(taken);
      let isDone = false;
      const once = (work: () => Promise<void>) => {
        if (!isDone) write(work);
        isDone = true;
      };
      return {
        settle: (usage) =>
          once(async () => {
            if (!usage) return;
            onUsed(usage);
            const { promptTokens, completionTokens } = usage;
            await addTokens(resources, actor, taken, { promptTokens, completionTokens });
          }),
        giveBack: () => once(() => refundCall(resources, actor, taken)),
      };
    },
    drain: async (): Promise<void> => {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
