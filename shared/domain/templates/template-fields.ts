import { checkTemplate, type SentComponent } from './template-check.ts';
import type { TemplateForm } from './template-form.ts';
import type { SentParameter } from './template-parameter.ts';

export type FieldKind =
  | 'text'
  | 'link'
  | 'filename'
  | 'latitude'
  | 'longitude'
  | 'place_name'
  | 'address'
  | 'suffix'
  | 'code'
  | 'payload';

/** A field that a person fills in before a template is sent. */
export interface TemplateField {
  /** Identifies the field. Stable as long as the template does not change. */
  key: string;
  part: 'header' | 'body' | 'button';
  kind: FieldKind;
  /** The variable or button that it is for. */
  name: string;
  isOptional: boolean;
}

/** The typed values, by field key. */
export type TemplateValues = Readonly<Record<string, string>>;

/** Returns the fields of a template's form, in the order in which the message shows them. */
export function fieldsOf({ header, body, buttons }: TemplateForm): TemplateField[] {
  const fields: TemplateField[] = [];
  const add = (key: string, part: TemplateField['part'], kind: FieldKind, name: string, isOptional = false) =>
    fields.push({ key, part, kind, name, isOptional });
  if (header?.kind === 'text')
    for (const name of header.variables) add(`header.${name}`, 'header', 'text', name);
  else if (header?.kind === 'location') {
    for (const kind of ['latitude', 'longitude'] as const) add(`header.${kind}`, 'header', kind, kind);
    for (const kind of ['place_name', 'address'] as const) add(`header.${kind}`, 'header', kind, kind, true);
  } else if (header) {
    add('header.link', 'header', 'link', header.kind);
    if (header.kind === 'document') add('header.filename', 'header', 'filename', 'document', true);
  }
  for (const name of body.variables) add(`body.${name}`, 'body', 'text', name);
  for (const { index, kind, label, needsValue } of buttons) {
    const key = `button.${index}`;
    if (kind === 'url' && needsValue) add(key, 'button', 'suffix', label);
    else if (kind === 'copy_code' || kind === 'one_time_code') add(key, 'button', 'code', label);
    else if (kind === 'quick_reply') add(key, 'button', 'payload', label, true);
  }
  return fields;
}

/** Builds the components to send from the typed values. Omits parts without variables; does not validate. */
export function componentsFrom(form: TemplateForm, values: TemplateValues): SentComponent[] {
  return placed(form, values).map(({ component }) => component);
}

/** Returns the errors in the typed values, by field key. Empty when the template can be sent. */
export function fieldErrors(form: TemplateForm, values: TemplateValues): Record<string, string> {
  const parts = placed(form, values);
  const errors: Record<string, string> = {};
  for (const { path, message } of checkTemplate(
    form,
    parts.map(({ component }) => component),
  )) {
    const [, at, , index, ...rest] = path.split('.');
    const key = parts[Number(at)]?.keyOf(Number(index), rest.at(-1) ?? '') ?? '';
    errors[key] ??= message;
  }
  return errors;
}

interface Placed {
  component: SentComponent;
  /** Returns the key of the field that a parameter of the component comes from. */
  keyOf(parameter: number, property: string): string;
}

function placed(form: TemplateForm, values: TemplateValues): Placed[] {
  const parts: Placed[] = [];
  const header = headerParameters(form, values);
  if (header.length > 0) {
    const variables = form.header?.kind === 'text' ? form.header.variables : null;
    const keyOf = (index: number, property: string) => `header.${variables ? variables[index] : property}`;
    parts.push({ component: { type: 'header', parameters: header }, keyOf });
  }
  const { variables } = form.body;
  if (variables.length > 0) {
    const parameters = textParameters(form, 'body', variables, values);
    parts.push({ component: { type: 'body', parameters }, keyOf: (index) => `body.${variables[index]}` });
  }
  for (const { key, kind } of fieldsOf(form)) {
    const typed = values[key] ?? '';
    if (kind === 'payload' && typed.trim() === '') continue;
    const component = buttonComponent(form, key, typed);
    if (component) parts.push({ component, keyOf: () => key });
  }
  return parts;
}

function headerParameters(form: TemplateForm, values: TemplateValues): SentParameter[] {
  const { header } = form;
  if (header === null) return [];
  if (header.kind === 'text') return textParameters(form, 'header', header.variables, values);
  if (header.kind === 'location') {
    const [name, address] = [values['header.place_name']?.trim(), values['header.address']?.trim()];
    const location = {
      latitude: degrees(values['header.latitude']),
      longitude: degrees(values['header.longitude']),
      ...(name && { name }),
      ...(address && { address }),
    };
    return [{ type: 'location', location }];
  }
  const filename = values['header.filename']?.trim();
  const file = { link: (values['header.link'] ?? '').trim(), ...(filename && { filename }) };
  return [{ type: header.kind, [header.kind]: file }];
}

function textParameters(
  { isNamed }: TemplateForm,
  part: 'header' | 'body',
  variables: readonly string[],
  values: TemplateValues,
): SentParameter[] {
  return variables.map((name) => ({
    type: 'text',
    ...(isNamed && { parameter_name: name }),
    text: (values[`${part}.${name}`] ?? '').trim(),
  }));
}

function buttonComponent({ buttons }: TemplateForm, key: string, typed: string): SentComponent | null {
  const button = key.startsWith('button.') ? buttons[Number(key.slice('button.'.length))] : undefined;
  if (!button) return null;
  const [sub_type, parameter] =
    button.kind === 'quick_reply'
      ? (['quick_reply', { type: 'payload', payload: typed.trim() }] as const)
      : button.kind === 'copy_code'
        ? (['copy_code', { type: 'coupon_code', coupon_code: typed.trim() }] as const)
        : (['url', { type: 'text', text: typed.trim() }] as const);
  return { type: 'button', sub_type, index: button.index, parameters: [parameter] };
}

function degrees(typed = ''): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'));
}

/** Returns the values of a form from components that were made from them: what `componentsFrom` would need. */
export function valuesFrom(form: TemplateForm, components: readonly SentComponent[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { key, part, kind, name } of fieldsOf(form)) {
    const index = part === 'button' ? key.slice('button.'.length) : null;
    const component = components.find(
      (one) => one.type === part && (index === null || String(one.index) === index),
    );
    const variables = part === 'body' ? form.body.variables : textVariables(form);
    const at = kind === 'text' ? variables.indexOf(name) : 0;
    const parameters = component?.parameters ?? [];
    const parameter =
      form.isNamed && kind === 'text'
        ? parameters.find(({ parameter_name }) => parameter_name === name)
        : parameters[at];
    const value = parameter && valueIn(parameter, kind);
    if (value !== undefined && value !== '') values[key] = value;
  }
  return values;
}

const textVariables = ({ header }: TemplateForm) => (header?.kind === 'text' ? header.variables : []);

/** Returns the value that a parameter has for a field of this kind. */
function valueIn(parameter: SentParameter, kind: FieldKind): string | undefined {
  const { text, payload, coupon_code, location, ...rest } = parameter as Record<string, unknown>;
  const file = Object.values(rest).find((value) => typeof value === 'object' && value !== null) as
    | { link?: string; filename?: string }
    | undefined;
  const place = location as Record<string, unknown> | undefined;
  const found = {
    ...{ text, suffix: text, code: coupon_code ?? text, payload, link: file?.link, filename: file?.filename },
    ...{ latitude: place?.latitude, longitude: place?.longitude },
    ...{ place_name: place?.name, address: place?.address },
  }[kind];
  return found === undefined ? undefined : String(found);
}
