import type { Template } from '../../../shared/contract/templates.contract.ts';
import type { TemplateField, TemplateValues } from '../../../shared/domain/templates/template-fields.ts';
import {
  FILE_FORMATS,
  readTemplateForm,
  type TemplateForm,
} from '../../../shared/domain/templates/template-form.ts';
import { segmentsOf } from '../../../shared/domain/templates/template-text.ts';
import { t } from '../../lib/i18n.ts';
import { formatConstant } from './platform-text.ts';

/** Returns the fields of a template. */
export function formOf({ components, parameterFormat }: Template): TemplateForm {
  return readTemplateForm({ components, parameterFormat });
}

/** Returns the label of a field. */
export function labelOf({ kind, part, name }: TemplateField): string {
  switch (kind) {
    case 'filename':
      return t('templates:fields.filename');
    case 'latitude':
      return t('templates:fields.latitude');
    case 'longitude':
      return t('templates:fields.longitude');
    case 'place_name':
      return t('templates:fields.placeName');
    case 'address':
      return t('templates:fields.address');
    case 'link':
      return t(`templates:fields.link.${FILE_FORMATS.find((format) => format === name) ?? 'document'}`);
    case 'suffix':
      return t('templates:fields.suffix', { button: name });
    case 'code':
      return name === '' ? t('templates:fields.code') : t('templates:fields.codeOf', { button: name });
    case 'payload':
      return t('templates:fields.payload', { button: name });
    case 'text': {
      const variable = /^\d+$/.test(name) ? `{{${name}}}` : formatConstant(name);
      return part === 'header' ? t('templates:fields.inHeader', { variable }) : variable;
    }
  }
}

/** Returns the sample that the template was approved with, as the placeholder of a field. */
export function exampleOf({ components }: Template, { part, name, kind }: TemplateField): string {
  const component = components.find((one) => String(one.type).toLowerCase() === part);
  if (kind !== 'text' || !component) return '';
  const example = recordOf(component.example);
  const named = example[`${part}_text_named_params`];
  if (Array.isArray(named)) {
    const found = named.map(recordOf).find((one) => one.param_name === name);
    return sampleText(found?.example);
  }
  const listed = example[`${part}_text`];
  const samples = Array.isArray(listed) && Array.isArray(listed[0]) ? listed[0] : listed;
  return Array.isArray(samples) ? sampleText(samples[Number(name) - 1]) : '';
}

/** Returns the text of a part with the values entered so far. Empty variables stay unchanged. */
export function filledText(part: 'header' | 'body', text: string, values: TemplateValues): string {
  return segmentsOf(text)
    .map((segment) =>
      segment.variable === null
        ? segment.text
        : variableValue(part, segment.variable, values) || segment.text,
    )
    .join('');
}

/** Returns the value of a variable. */
export function variableValue(part: 'header' | 'body', variable: string, values: TemplateValues): string {
  return (values[`${part}.${variable}`] ?? '').trim();
}

/** Returns the text that the customer will read. */
export function messageText(form: TemplateForm, values: TemplateValues): string {
  const header = form.header?.kind === 'text' ? filledText('header', form.header.text, values) : '';
  return [header, filledText('body', form.body.text, values)].filter((part) => part !== '').join('\n');
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function sampleText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
