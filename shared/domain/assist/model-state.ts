import { z } from 'zod';

/**
 * What came of a call of the model. `no_model`: none is loaded; `busy`: it did not answer in time; `shed`: speculative
 * work that was left out because others needed the model; `language`: the model does not list the language;
 * `stopped`: the caller ended it.
 */
export const ModelStateSchema = z.enum(['ok', 'no_model', 'busy', 'shed', 'language', 'failed', 'stopped']);

export type ModelState = z.infer<typeof ModelStateSchema>;
