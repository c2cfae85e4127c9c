import { type Component, categories, type NewTemplate } from './template.ts';
import { templateError } from './template-error.ts';
import { checkBody, checkButtons, checkFooter, checkHeader } from './text-rules.ts';

export const templatesPerAccount = 250;

/** Parses and checks the template of a call. @throws {GraphApiError} with the platform's message. */
export function readTemplate(wabaId: string, fields: Readonly<Record<string, unknown>>): NewTemplate {
  const { name, language, category, parameter_format: format = 'POSITIONAL' } = fields;
  if (typeof name !== 'string' || name === '') throw templateError('A template needs a name.');
  if (name.length > 512) throw templateError('The name may have 512 characters at most.', 2388040);
  if (!/^[a-z0-9_]+$/.test(name))
    throw templateError('A name consists of lower-case letters, digits and underscores.');
  if (typeof language !== 'string' || !/^[a-z]{2,3}(_[A-Za-z0-9]{2,8})?$/.test(language))
    throw templateError('The language must be a supported code such as en or en_US.');
  const known = categories.find((one) => one === String(category).toUpperCase());
  if (!known) throw templateError(`The category must be one of ${categories.join(', ')}.`);
  const parameterFormat = String(format).toUpperCase();
  if (parameterFormat !== 'POSITIONAL' && parameterFormat !== 'NAMED')
    throw templateError('parameter_format must be POSITIONAL or NAMED.');
  const components = readComponents(fields.components, parameterFormat === 'NAMED');
  return { wabaId, name, language, category: known, parameterFormat, components };
}

/** Parses and checks the components of a template. @throws {GraphApiError} with the platform's message. */
export function readComponents(value: unknown, isNamed: boolean): Component[] {
  if (!Array.isArray(value) || value.length === 0) throw templateError('A template needs its components.');
  const components = value as Component[];
  const kinds = components.map((one) => String(one?.type).toUpperCase());
  if (kinds.filter((kind) => kind === 'BODY').length !== 1)
    throw templateError('A template needs exactly one body.');
  for (const kind of ['HEADER', 'FOOTER', 'BUTTONS']) {
    if (kinds.filter((one) => one === kind).length > 1) throw templateError(`There may be one ${kind} only.`);
  }
  for (const [index, component] of components.entries()) {
    if (kinds[index] === 'HEADER') checkHeader(component, isNamed);
    if (kinds[index] === 'BODY') checkBody(component, isNamed);
    if (kinds[index] === 'FOOTER') checkFooter(component);
    if (kinds[index] === 'BUTTONS') checkButtons(component);
  }
  return components.map((one, index) => ({ ...one, type: kinds[index] }));
}
