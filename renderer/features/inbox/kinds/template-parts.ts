import * as z from 'zod/mini';
import { t } from '../../../lib/i18n.ts';

const ParameterSchema = z.catch(z.looseObject({ type: z.string(), parameter_name: z.optional(z.string()) }), {
  type: '',
});
const ComponentSchema = z.catch(
  z.looseObject({
    type: z.string(),
    index: z.optional(z.union([z.number(), z.string()])),
    parameters: z.catch(z.array(ParameterSchema), []),
  }),
  { type: '', parameters: [] },
);

/** A part of a template with its content. */
export interface TemplatePart {
  key: string;
  label: string;
  values: string[];
}

/** Returns the content of a filled template, part by part. */
export function templateParts(components: readonly Record<string, unknown>[] | null): TemplatePart[] {
  return (components ?? []).flatMap((raw, index): TemplatePart[] => {
    const component = ComponentSchema.parse(raw);
    const values = component.parameters.map(shownOf).filter((value) => value !== '');
    return values.length === 0 ? [] : [{ key: `${index}`, label: labelOf(component), values }];
  });
}

function labelOf({ type, index }: z.infer<typeof ComponentSchema>): string {
  if (type === 'button') return t('inbox:kinds.template.button', { number: Number(index ?? 0) + 1 });
  return type === 'header' ? t('inbox:kinds.template.header') : t('inbox:kinds.template.body');
}

function shownOf(parameter: z.infer<typeof ParameterSchema>): string {
  const { type, parameter_name: name } = parameter;
  const value = valueText(type, parameter[type]);
  return name === undefined || value === '' ? value : `${name}: ${value}`;
}

/** Returns a parameter as text: the name or link of a file, the name or coordinates of a location. */
function valueText(type: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const { fallback_value, filename, link, name, latitude, longitude } = value as Record<string, unknown>;
  const text = [fallback_value, filename, link, name].find((one) => typeof one === 'string' && one !== '');
  if (text !== undefined) return String(text);
  return latitude === undefined ? type : `${latitude}, ${longitude}`;
}
