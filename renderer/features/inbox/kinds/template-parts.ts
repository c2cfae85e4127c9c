import { isNumber, isObject, isOptional, isShape, isText } from '../../../lib/checks.ts';
import { t } from '../../../lib/i18n.ts';

interface Component {
  type: string;
  index?: string | number | undefined;
}
interface Parameter {
  type: string;
  parameter_name?: string | undefined;
}

const isComponent = isShape<Component>({
  type: isText,
  index: (value): value is string | number | undefined => isText(value) || isOptional(isNumber)(value),
});
const isParameter = isShape<Parameter>({ type: isText, parameter_name: isOptional(isText) });

/** A part of a template with its content. */
export interface TemplatePart {
  key: string;
  label: string;
  values: string[];
}

/** Returns the content of a filled template, part by part. */
export function templateParts(components: readonly Record<string, unknown>[] | null): TemplatePart[] {
  return (components ?? []).flatMap((raw, index): TemplatePart[] => {
    if (!isComponent(raw) || !Array.isArray(raw.parameters)) return [];
    const values = raw.parameters.map(shownOf).filter((value) => value !== '');
    return values.length === 0 ? [] : [{ key: `${index}`, label: labelOf(raw), values }];
  });
}

function labelOf({ type, index }: Component): string {
  if (type === 'button') return t('inbox:kinds.template.button', { number: Number(index ?? 0) + 1 });
  return type === 'header' ? t('inbox:kinds.template.header') : t('inbox:kinds.template.body');
}

function shownOf(parameter: unknown): string {
  if (!isObject(parameter) || !isParameter(parameter)) return '';
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
