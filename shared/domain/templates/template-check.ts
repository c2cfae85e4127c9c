import type { ErrorDetail } from '../errors.ts';
import { FILE_FORMATS, type TemplateButton, type TemplateForm } from './template-form.ts';
import { parameterError, type SentParameter } from './template-parameter.ts';

/** The parameters of one part of a template, as they are sent. */
export interface SentComponent {
  type: string;
  sub_type?: string | undefined;
  index?: number | string | undefined;
  /** Only a carousel has none; its cards have components of their own. */
  parameters?: readonly SentParameter[] | undefined;
}

/** The `sub_type` of each kind of button. A one-time code is sent as the suffix of a URL. */
const SUB_TYPES: Readonly<Record<TemplateButton['kind'], string | null>> = {
  url: 'url',
  copy_code: 'copy_code',
  one_time_code: 'url',
  quick_reply: 'quick_reply',
  flow: 'flow',
  catalog: 'catalog',
  mpm: 'mpm',
  phone: null,
  other: null,
};

/**
 * Checks that components fill in a template completely and in the right form. The path of each error starts
 * with `components`. Without errors the platform should accept the message, as far as we can know.
 */
export function checkTemplate(form: TemplateForm, given: readonly SentComponent[]): ErrorDetail[] {
  const errors = [...headerErrors(form, given), ...bodyErrors(form, given), ...buttonErrors(form, given)];
  return errors.map(({ path, message }) => ({ path: ['components', ...path].join('.'), message }));
}

interface ComponentError {
  path: (string | number)[];
  message: string;
}

const partOf = (given: readonly SentComponent[], type: string) => given.findIndex((one) => one.type === type);

function headerErrors({ header, isNamed }: TemplateForm, given: readonly SentComponent[]): ComponentError[] {
  const at = partOf(given, 'header');
  if (header?.kind === 'text' && header.variables.length > 0)
    return textErrors('header', header.variables, isNamed, given, at, { kinds: ['text'], max: 1_024 });
  if (header === null || header.kind === 'text') {
    return at < 0
      ? []
      : [{ path: [at], message: 'is not expected: the header of this template has no variable' }];
  }
  const what = FILE_FORMATS.some((format) => format === header.kind) ? `the ${header.kind}` : 'the location';
  if (at < 0) return [{ path: [], message: `lack the header: this template needs ${what} in it` }];
  const parameter = given[at]?.parameters?.[0];
  if (parameter?.type !== header.kind) {
    const message = `must be of type ${header.kind}, as the header of this template is`;
    return [{ path: [at, 'parameters', 0, 'type'], message }];
  }
  const error = parameterError(parameter, 1_024);
  return error ? [{ path: [at, 'parameters', 0, ...error.path], message: error.message }] : [];
}

function bodyErrors(form: TemplateForm, given: readonly SentComponent[]): ComponentError[] {
  const at = partOf(given, 'body');
  const { variables } = form.body;
  if (variables.length === 0)
    return at < 0
      ? []
      : [{ path: [at], message: 'is not expected: the body of this template has no variable' }];
  const limits = { kinds: ['text', 'currency', 'date_time'], max: form.isBodyOnly ? 32_768 : 1_024 };
  return textErrors('body', variables, form.isNamed, given, at, limits);
}

function textErrors(
  part: 'header' | 'body',
  variables: readonly string[],
  isNamed: boolean,
  given: readonly SentComponent[],
  at: number,
  limits: { kinds: readonly string[]; max: number },
): ComponentError[] {
  const names = variables.map((name) => `{{${name}}}`).join(', ');
  const parameters = given[at]?.parameters;
  if (!parameters) return [{ path: [], message: `lack the ${part}, with a parameter for each of ${names}` }];
  const errors: ComponentError[] = [];
  const seen = new Set<string>();
  for (const [index, parameter] of parameters.entries()) {
    const here = [at, 'parameters', index];
    const nameError = nameErrorOf(parameter.parameter_name, variables, isNamed, seen);
    if (nameError) errors.push({ path: [...here, 'parameter_name'], message: nameError });
    if (!limits.kinds.includes(String(parameter.type))) {
      errors.push({ path: [...here, 'type'], message: `must be one of ${limits.kinds.join(', ')} here` });
      continue;
    }
    const error = parameterError(parameter, limits.max);
    if (error) errors.push({ path: [...here, ...error.path], message: error.message });
  }
  if (parameters.length !== variables.length) {
    const message = `must hold ${variables.length}, one for each of ${names}: there ${parameters.length === 1 ? 'is' : 'are'} ${parameters.length}`;
    errors.push({ path: [at, 'parameters'], message });
  }
  return errors;
}

function nameErrorOf(
  name: unknown,
  variables: readonly string[],
  isNamed: boolean,
  seen: Set<string>,
): string | null {
  if (!isNamed)
    return name === undefined ? null : 'must be left out: the variables of this template are numbered';
  if (typeof name !== 'string')
    return `is required: this template names its variables (${variables.join(', ')})`;
  if (!variables.includes(name)) return `must be one of ${variables.join(', ')}`;
  if (seen.has(name)) return `is given twice: ${name} has one value`;
  seen.add(name);
  return null;
}

function buttonErrors({ buttons }: TemplateForm, given: readonly SentComponent[]): ComponentError[] {
  const errors: ComponentError[] = [];
  for (const [at, component] of given.entries()) {
    if (component.type !== 'button') continue;
    const button = buttons[Number(component.index)];
    const wanted = button && SUB_TYPES[button.kind];
    if (!button)
      errors.push({
        path: [at, 'index'],
        message: `must be below ${buttons.length}: the template has no such button`,
      });
    else if (!wanted || (button.kind === 'url' && !button.needsValue))
      errors.push({
        path: [at],
        message: `is not expected: the button “${button.label}” takes no parameter`,
      });
    else if (component.sub_type !== wanted)
      errors.push({
        path: [at, 'sub_type'],
        message: `must be ${wanted}, as the button “${button.label}” is`,
      });
    else errors.push(...valueErrors(at, component));
  }
  const filled = new Set(given.filter((one) => one.type === 'button').map((one) => Number(one.index)));
  for (const button of buttons) {
    if (!button.needsValue || filled.has(button.index)) continue;
    const message = `lack the button “${button.label || button.kind}” (index ${button.index}), which needs its parameter`;
    errors.push({ path: [], message });
  }
  return errors;
}

function valueErrors(at: number, { parameters = [] }: SentComponent): ComponentError[] {
  const [parameter] = parameters;
  if (parameters.length !== 1 || !parameter)
    return [{ path: [at, 'parameters'], message: 'must hold one parameter' }];
  const error = parameterError(parameter, 2_000);
  return error ? [{ path: [at, 'parameters', 0, ...error.path], message: error.message }] : [];
}
