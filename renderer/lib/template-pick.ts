import * as z from 'zod/mini';
import type { TemplateValues } from '../../shared/domain/templates/template-fields.ts';

/** A template while it is being filled in. */
export interface TemplateDraft {
  templateId: string;
  name: string;
  values: TemplateValues;
}

const DraftSchema = z.object({
  templateId: z.string(),
  name: z.string(),
  values: z.record(z.string(), z.string()),
});

/** Parses a stored draft. Returns null when it is invalid. */
export function parseTemplateDraft(text: string): TemplateDraft | null {
  try {
    return DraftSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A filled template, ready to send. */
export interface TemplatePick extends TemplateDraft {
  language: string;
  components: readonly Readonly<Record<string, unknown>>[];
  /** The text as the customer will read it, shown until the server has stored the message. */
  text: string;
}
