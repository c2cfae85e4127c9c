import type { ErrorDetail } from './errors.ts';
import { FILE_FORMATS, type TemplateButton, type TemplateForm } from './template-form.ts';
import { parameterFault, type SentParameter } from './template-parameter.ts';

/** What fills one part of a template, as it is sent. */
export interface SentComponent {
  type: string;
  sub_type?: string | undefined;
  index?: number | string | undefined;
  parameters: readonly SentParameter[];
}

/** How a send names the buttons of each kind; a one-time code travels as the end of an address. */
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
 * Whether what is given fills a template completely and in the right form. Faults name their place below
 * `components`; none means that the platform takes it, as far as that can be known here.
 */
export function checkTemplate(form: TemplateForm, given: readonly SentComponent[]): ErrorDetail[] {
  const faults = [...headerFaults(form, given), ...bodyFaults(form, given), ...buttonFaults(form, given)];
  return faults.map(({ path, message }) => ({ path: ['components', ...path].join('.'), message }));
}

interface Fault {
  path: (string | number)[];
  message: string;
}

const partOf = (given: readonly SentComponent[], type: string) => given.findIndex((one) => one.type === type);

function headerFaults({ header, isNamed }: TemplateForm, given: readonly SentComponent[]): Fault[] {
  const at = partOf(given, 'header');
  if (header?.kind === 'text' && header.variables.length > 0)
    return textFaults('header', header.variables, isNamed, given, at, { kinds: ['text'], max: 1_024 });
  if (header === null || header.kind === 'text') {
    return at < 0
      ? []
      : [{ path: [at], message: 'is not expected: the header of this template has no variable' }];
  }
  const what = FILE_FORMATS.some((format) => format === header.kind) ? `the ${header.kind}` : 'the location';
  if (at < 0) return [{ path: [], message: `lack the header: this template needs ${what} in it` }];
  const parameter = given[at]?.parameters[0];
  if (parameter?.type !== header.kind) {
    const message = `must be of type ${header.kind}, as the header of this template is`;
    return [{ path: [at, 'parameters', 0, 'type'], message }];
  }
  const fault = parameterFault(parameter, 1_024);
  return fault ? [{ path: [at, 'parameters', 0, ...fault.path], message: fault.message }] : [];
}

function bodyFaults(form: TemplateForm, given: readonly SentComponent[]): Fault[] {
  const at = partOf(given, 'body');
  const { variables } = form.body;
  if (variables.length === 0)
    return at < 0
      ? []
      : [{ path: [at], message: 'is not expected: the body of this template has no variable' }];
  const limits = { kinds: ['text', 'currency', 'date_time'], max: form.isBodyOnly ? 32_768 : 1_024 };
  return textFaults('body', variables, form.isNamed, given, at, limits);
}

function textFaults(
  part: 'header' | 'body',
  variables: readonly string[],
  isNamed: boolean,
  given: readonly SentComponent[],
  at: number,
  limits: { kinds: readonly string[]; max: number },
): Fault[] {
  const names = variables.map((name) => `{{${name}}}`).join(', ');
  const parameters = given[at]?.parameters;
  if (!parameters) return [{ path: [], message: `lack the ${part}, with a parameter for each of ${names}` }];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, parameter] of parameters.entries()) {
    const here = [at, 'parameters', index];
    const nameFault = faultOfName(parameter.parameter_name, variables, isNamed, seen);
    if (nameFault) faults.push({ path: [...here, 'parameter_name'], message: nameFault });
    if (!limits.kinds.includes(String(parameter.type))) {
      faults.push({ path: [...here, 'type'], message: `must be one of ${limits.kinds.join(', ')} here` });
      continue;
    }
    const fault = parameterFault(parameter, limits.max);
    if (fault) faults.push({ path: [...here, ...fault.path], message: fault.message });
  }
  if (parameters.length !== variables.length) {
    const message = `must hold ${variables.length}, one for each of ${names}: there ${parameters.length === 1 ? 'is' : 'are'} ${parameters.length}`;
    faults.push({ path: [at, 'parameters'], message });
  }
  return faults;
}

function faultOfName(
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

function buttonFaults({ buttons }: TemplateForm, given: readonly SentComponent[]): Fault[] {
  const faults: Fault[] = [];
  for (const [at, component] of given.entries()) {
    if (component.type !== 'button') continue;
    const button = buttons[Number(component.index)];
    const wanted = button && SUB_TYPES[button.kind];
    if (!button)
      faults.push({
        path: [at, 'index'],
        message: `must be below ${buttons.length}: the template has no such button`,
      });
    else if (!wanted || (button.kind === 'url' && !button.needsValue))
      faults.push({
        path: [at],
        message: `is not expected: the button “${button.label}” takes no parameter`,
      });
    else if (component.sub_type !== wanted)
      faults.push({
        path: [at, 'sub_type'],
        message: `must be ${wanted}, as the button “${button.label}” is`,
      });
    else faults.push(...valueFaults(at, component));
  }
  const filled = new Set(given.filter((one) => one.type === 'button').map((one) => Number(one.index)));
  for (const button of buttons) {
    if (!button.needsValue || filled.has(button.index)) continue;
    const message = `lack the button “${button.label || button.kind}” (index ${button.index}), which needs its parameter`;
    faults.push({ path: [], message });
  }
  return faults;
}

function valueFaults(at: number, { parameters }: SentComponent): Fault[] {
  const [parameter] = parameters;
  if (parameters.length !== 1 || !parameter)
    return [{ path: [at, 'parameters'], message: 'must hold one parameter' }];
  const fault = parameterFault(parameter, 2_000);
  return fault ? [{ path: [at, 'parameters', 0, ...fault.path], message: fault.message }] : [];
}
