import { PROMPT_LOG_TEXT_MAX } from '../../../../shared/contract/prompt-log.contract.ts';
import type { Database } from '../../../db/database.ts';
import { newKey, tryDecodeId } from '../../../kernel/ids.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { PromptLogRepository } from './prompt-log.repository.ts';

/** How a call ended: what its answer said, or that the caller left, or that it broke off on our side. */
export interface CallEnd {
  finishReason: string;
  answer: string;
  promptTokens: number | null;
  completionTokens: number | null;
}

/** One call that may be kept. */
export interface PromptRecord {
  /** Writes it down, if the workspace still wants that. Once; a second end is ignored. */
  end(end: CallEnd): Promise<void>;
}

export type PromptRecorder = ReturnType<typeof createPromptRecorder>;

/** Stores prompts and answers for workspaces that want it: the endpoint passes it each call. */
export function createPromptRecorder(database: Database) {
  return {
    /**
     * Checks at the start of a call whether it shall be stored: nothing is collected otherwise.
     * @returns null when it shall not.
     */
    begin: async (
      caller: { scope: TenantScope; key: Buffer | null; id: string },
      model: string,
      messages: unknown,
    ): Promise<PromptRecord | null> => {
      const repository = new PromptLogRepository(database, caller.scope);
      if (!(await repository.choice())?.keeps) return null;
      const askedAt = new Date();
      const startedAt = performance.now();
      let isEnded = false;
      return {
        end: async ({ finishReason, answer, promptTokens, completionTokens }) => {
          if (isEnded) return;
          isEnded = true;
          const row = {
            id: newKey(),
            keyId: caller.key,
            userId: caller.key === null ? tryDecodeId('user', caller.id) : null,
            model: model.slice(0, 255),
            askedAt,
            durationMs: Math.round(performance.now() - startedAt),
            promptTokens,
            completionTokens,
            finishReason: finishReason.slice(0, 16),
            prompt: cut(JSON.stringify(messages) ?? ''),
            answer: cut(answer),
          };
          // What the driver says of a failed statement may quote its values: only its code goes on.
          await repository.keep(row).catch((error: { code?: string }) => {
            throw new Error(`a prompt could not be kept (${error.code ?? 'unknown'})`);
          });
        },
      };
    },
  };
}

/** A text as far as it is kept; what cannot be written as UTF-8 is replaced. */
function cut(text: string): string {
  const left = text.length - PROMPT_LOG_TEXT_MAX;
  const kept = left > 0 ? `${text.slice(0, PROMPT_LOG_TEXT_MAX)}… (${left} more characters)` : text;
  return Buffer.from(kept).toString();
}
