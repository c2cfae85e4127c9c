import { z } from 'zod';

/** The languages of the dashboard, as BCP 47 tags. */
export const LanguageSchema = z.enum(['en', 'pt-BR']);

export type Language = z.infer<typeof LanguageSchema>;
