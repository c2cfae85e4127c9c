import type { InferenceKeyActor, InferenceKeysService } from '../../features/inference/keys/index.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { TokenUsage } from '../protocol.ts';
import { refusalError } from './admission.ts';

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
  keys: InferenceKeysService,
  logger: Logger,
  onUsed: (usage: TokenUsage) => void,
) {
  const writing = new Set<Promise<void>>();

  function write(work: () => Promise<void>): void {
    const done = work()
      .catch((error) => logger.error({ err: error }, 'the usage of a call could not be stored'))
      .finally(() => writing.delete(done));
    writing.add(done);
  }

  return {
    /** Writes something about a call down behind its answer; it is waited for at the end. */
    write,
    /** @throws {OpenAiError} when the key may make no further call. */
    take: async (actor: InferenceKeyActor): Promise<MeteredCall> => {
      const taken = await keys.takeCall(actor);
      if (!(taken instanceof Date)) throw refusalError(taken);
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
            await keys.addTokens(actor, taken, { promptTokens, completionTokens });
          }),
        giveBack: () => once(() => keys.giveCallBack(actor, taken)),
      };
    },
    drain: async (): Promise<void> => {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
