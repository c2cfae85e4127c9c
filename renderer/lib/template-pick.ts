import type { TemplateValues } from '../../shared/domain/templates/template-fields.ts';
import { isRecordOf, isShape, isText, readStored } from './checks.ts';

/** A template while it is being filled in. */
export interface TemplateDraft {
  templateId: string;
  name: string;
  values: TemplateValues;
}

const isDraft = isShape<TemplateDraft>({ templateId: isText, name: isText, values: isRecordOf(isText) });

/** Parses a stored draft. Returns null when it is invalid. */
export function parseTemplateDraft(text: string): TemplateDraft | null {
  return readStored(text, isDraft);
}

/** A filled template, ready to send. */
export interface TemplatePick extends TemplateDraft {
  language: string;
  components: readonly Readonly<Record<string, unknown>>[];
  /** The text as the customer will read it, shown until the server has stored the message. */
  text: string;
}
