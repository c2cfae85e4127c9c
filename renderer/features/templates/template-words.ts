import type { Template } from '../../../shared/contract/templates.contract.ts';
import type { TemplateField, TemplateValues } from '../../../shared/domain/template-fields.ts';
import { readTemplateForm, type TemplateForm } from '../../../shared/domain/template-form.ts';
import { reasonInWords } from '../../../shared/domain/template-status.ts';
import { segmentsOf } from '../../../shared/domain/template-text.ts';

export function formOf({ components, parameterFormat }: Template): TemplateForm {
  return readTemplateForm({ components, parameterFormat });
}

/** The platform's words as people read them: `PENDING_DELETION` is "Pending deletion". */
export function inWords(word: string): string {
  const words = reasonInWords(word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const OWN_LABELS: Partial<Record<TemplateField['kind'], string>> = {
  filename: 'Name of the file on the phone',
  latitude: 'Latitude',
  longitude: 'Longitude',
  place_name: 'Name of the place',
  address: 'Address of the place',
};

/** What stands above a field. */
export function labelOf({ kind, part, name }: TemplateField): string {
  const own = OWN_LABELS[kind];
  if (own !== undefined) return own;
  if (kind === 'link') return `Link to the ${name}`;
  if (kind === 'suffix') return `End of the address of “${name}”`;
  if (kind === 'code') return name === '' ? 'Code to copy' : `Code of “${name}”`;
  if (kind === 'payload') return `What comes back when “${name}” is pressed`;
  const words = /^\d+$/.test(name) ? `{{${name}}}` : inWords(name);
  return part === 'header' ? `${words} in the header` : words;
}

/** The sample that the template was approved with, for a field's placeholder. */
export function exampleOf({ components }: Template, { part, name, kind }: TemplateField): string {
  const component = components.find((one) => String(one.type).toLowerCase() === part);
  if (kind !== 'text' || !component) return '';
  const example = recordOf(component.example);
  const named = example[`${part}_text_named_params`];
  if (Array.isArray(named)) {
    const found = named.map(recordOf).find((one) => one.param_name === name);
    return wordsOf(found?.example);
  }
  const listed = example[`${part}_text`];
  const samples = Array.isArray(listed) && Array.isArray(listed[0]) ? listed[0] : listed;
  return Array.isArray(samples) ? wordsOf(samples[Number(name) - 1]) : '';
}

/** The text of one part with what is filled in so far; empty variables stay as they are written. */
export function filledText(part: 'header' | 'body', text: string, values: TemplateValues): string {
  return segmentsOf(text)
    .map((segment) =>
      segment.variable === null
        ? segment.text
        : variableValue(part, segment.variable, values) || segment.text,
    )
    .join('');
}

export function variableValue(part: 'header' | 'body', variable: string, values: TemplateValues): string {
  return (values[`${part}.${variable}`] ?? '').trim();
}

/** What the customer will read, in plain words. */
export function messageText(form: TemplateForm, values: TemplateValues): string {
  const header = form.header?.kind === 'text' ? filledText('header', form.header.text, values) : '';
  return [header, filledText('body', form.body.text, values)].filter((words) => words !== '').join('\n');
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
