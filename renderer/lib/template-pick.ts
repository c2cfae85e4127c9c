import { z } from 'zod';
import type { TemplateValues } from '../../shared/domain/template-fields.ts';

/** A template that is being filled in. */
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

/** Reads a draft that was kept as text; null for what is none. */
export function parseTemplateDraft(text: string): TemplateDraft | null {
  try {
    return DraftSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A filled template on its way to be sent. */
export interface TemplatePick extends TemplateDraft {
  language: string;
  components: readonly Readonly<Record<string, unknown>>[];
  /** What the customer will read, for the list and the bubble until the server has it. */
  text: string;
}
