import { z } from 'zod';

/** Returns the schema of the codes of a subject's sentences; see `defineReasons`. */
export function reasonCode<Code extends string>({
  sentences,
}: {
  sentences: Readonly<Record<Code, string>>;
}) {
  return z.enum(Object.keys(sentences) as [Code, ...Code[]]);
}

/** The values in the gaps of a sentence, beside its code. */
export const ReasonParamsSchema = z
  .record(z.string(), z.string())
  .describe('The values in the sentence that belong to the code');
