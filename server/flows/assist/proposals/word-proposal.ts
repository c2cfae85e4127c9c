import { z } from 'zod';
import { languageOf } from '../../../../shared/domain/assist/text/language.ts';
import { GAP, type VerifyOptions, verifyDraft } from '../../../../shared/domain/assist/text/verify.ts';
import { hasOnlyVariables, NAME_MAX } from '../../../../shared/domain/saved-reply.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { callForJson } from '../call-model.ts';
import { detectLanguage } from '../languages.ts';
import { proposalTask } from '../prompts/tasks.ts';

const WordedSchema = z.object({ title: z.string().max(200), text: z.string().max(2_000) });
/** At night nobody waits for it. */
const DEADLINE_MS = 120_000;

/**
 * Lets a model word a proposal, when one is idle. It reads the general text alone, in which no customer is named. Returns
 * null when there is no model, or when it wrote what the verifier does not let through: then the person's words stay.
 */
export async function wordProposal(
  ctx: Context,
  plain: { name: string; content: string },
  signal: AbortSignal,
): Promise<{ name: string; content: string; model: string } | null> {
  const task = proposalTask({ title: plain.name, text: plain.content });
  const answer = await callForJson(
    ctx,
    {
      ...{ system: null, prompt: task.text, schema: task.schema, maxTokens: task.maxTokens },
      language: detectLanguage(plain.content),
      ...{ temperature: task.temperature, requestClass: 3, deadlineMs: DEADLINE_MS, signal },
    },
    WordedSchema,
  );
  if (answer.state !== 'ok') return null;
  const [name, content] = [answer.value.title.trim(), answer.value.text.trim()];
  const options: VerifyOptions = {
    sources: [plain.content, plain.name],
    language: languageOf(plain.content),
    medianLength: plain.content.length,
    today: ctx.clock.now().toISOString().slice(0, 10),
  };
  const isKept = (text: string) => {
    const verified = verifyDraft(text, options);
    return verified.isShown && verified.text === text;
  };
  if (!isKept(content) || !hasOnlyVariables(content) || marksOf(content) !== marksOf(plain.content))
    return null;
  const isName = name !== '' && name.length <= NAME_MAX && isKept(name) && marksOf(name) === '';
  return { name: isName ? name : plain.name, content, model: answer.model };
}

/** Returns the variables and gaps of a text, in an order of their own: wording must not lose or add any. */
function marksOf(text: string): string {
  return [
    ...(text.match(/\{\{[^}]*\}\}/g) ?? []),
    ...text
      .split(GAP)
      .slice(1)
      .map(() => GAP),
  ]
    .sort()
    .join(' ');
}
