import { PROMPT_LOG_TEXT_MAX } from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { cutText } from '../../../../shared/domain/text.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import { newKey, tryDecodeId } from '../../../kernel/ids.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { insertPrompt, promptLogChoice } from './prompt-log.repository.ts';

/** The outcome of a call: the model's answer, a disconnect of the caller, or a failure on our side. */
export interface CallEnd {
  finishReason: string;
  answer: string;
  promptTokens: number | null;
  completionTokens: number | null;
}

/** One call whose prompt and answer are stored when it ends. */
export interface PromptRecord {
  /** Stores the call, if the workspace still stores prompts. Only the first call has an effect. */
  end(end: CallEnd): Promise<void>;
}

/**
 * Starts the record of a call if the workspace stores prompts; otherwise nothing is collected. Requests of this server's
 * own features are never stored: they repeat the conversations of customers, and most are made ahead for nobody.
 * @returns null when it does not.
 */
export async function recordPrompt(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  caller: { scope: TenantScope; key: Buffer | null; id: string; isInternal: boolean },
  model: string,
  messages: unknown,
): Promise<PromptRecord | null> {
  if (caller.isInternal) return null;
  const ctx = { db, scope: caller.scope };
  if (!(await promptLogChoice(ctx))?.keeps) return null;
  const askedAt = clock.now();
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
      // The driver's error message can contain the statement's values, so only its code is passed on.
      await insertPrompt(ctx, row).catch((error: { code?: string }) => {
        throw new Error(`a prompt could not be stored (${error.code ?? 'unknown'})`);
      });
    },
  };
}

/** Returns the part of a text that is stored, with invalid UTF-16 replaced. */
function cut(text: string): string {
  const left = text.length - PROMPT_LOG_TEXT_MAX;
  const kept = left > 0 ? `${cutText(text, PROMPT_LOG_TEXT_MAX)}… (${left} more characters)` : text;
  return Buffer.from(kept).toString();
}
