import { z } from 'zod';
import type { CallEnd } from '../../../features/inference/prompt-log/index.ts';

/** The text of an answer in the formats of the other APIs. */
const TextSchema = z.looseObject({ choices: z.array(z.looseObject({ text: z.string() })).min(1) });
const OutputSchema = z.looseObject({ status: z.string(), output: z.array(z.unknown()) });
/** The parts of a non-streamed answer that the prompt log stores. */
const KeptSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({ content: z.string().nullish(), tool_calls: z.unknown().optional() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

/** Returns an answer in one piece for the prompt log, in the format of whichever API wrote it. */
export function keptOf(answer: unknown): Pick<CallEnd, 'finishReason' | 'answer'> {
  const output = OutputSchema.safeParse(answer).data;
  if (output) return { finishReason: output.status, answer: JSON.stringify(output.output) };
  const text = TextSchema.safeParse(answer).data;
  if (text) return { finishReason: 'stop', answer: text.choices.map((one) => one.text).join('\n') };
  const choice = KeptSchema.safeParse(answer).data?.choices[0];
  const tools = choice?.message.tool_calls ? JSON.stringify(choice.message.tool_calls) : '';
  return {
    finishReason: choice?.finish_reason ?? 'stop',
    answer: `${choice?.message.content ?? ''}${tools}`,
  };
}
