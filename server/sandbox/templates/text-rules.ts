import { variablesIn, wordsOf } from './components.ts';
import type { Component } from './template.ts';
import { templateError } from './template-error.ts';

const mediaFormats = ['IMAGE', 'VIDEO', 'DOCUMENT'];

/** Checks a header: sixty characters with at most one variable, a file with a sample, or a location. */
export function checkHeader(header: Component, isNamed: boolean): void {
  const format = String(header.format ?? '').toUpperCase();
  if (format === 'LOCATION') return;
  const example = (header.example ?? {}) as Record<string, unknown>;
  if (mediaFormats.includes(format)) {
    if (!isFilledList(example.header_handle))
      throw templateError('A media header needs a sample: example.header_handle.');
    return;
  }
  if (format !== 'TEXT') throw templateError('The format of the header is not known.', 2388047);
  const text = wordsOf(header);
  if (text === '') throw templateError('A text header needs its text.', 2388047);
  if ([...text].length > 60) throw templateError('A header may have 60 characters.', 2388040);
  const variables = checkVariables(text, isNamed, 2388047);
  if (variables.length > 1) throw templateError('A header may have one variable.', 2388047);
  const sample = isNamed ? example.header_text_named_params : example.header_text;
  if (variables.length > 0 && !isFilledList(sample)) throw templateError('The variable needs a sample.');
}

/** Checks a body: its variables must be between words, and each must have a sample. */
export function checkBody(body: Component, isNamed: boolean): void {
  const text = wordsOf(body);
  if (text.trim() === '') throw templateError('The body needs its text.', 2388072);
  if ([...text].length > 1_024) throw templateError('A body may have 1024 characters.', 2388040);
  const variables = checkVariables(text, isNamed, 2388072);
  if (variables.length === 0) return;
  const trimmed = text.trim();
  if (/^\{\{[^{}]*\}\}|\{\{[^{}]*\}\}$/.test(trimmed))
    throw templateError('Variables cannot be at the start or the end of the text.', 2388299);
  if (/\}\}\s*\{\{/.test(text)) throw templateError('Variables need words between them.', 2388072);
  const words = text
    .replace(/\{\{[^{}]*\}\}/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean).length;
  if (words < variables.length * 2 - 1)
    throw templateError('This text has too many variables for its length.', 2388293);
  const example = (body.example ?? {}) as Record<string, unknown>;
  const samples = isNamed
    ? example.body_text_named_params
    : Array.isArray(example.body_text)
      ? example.body_text[0]
      : undefined;
  if (!Array.isArray(samples) || samples.length !== variables.length)
    throw templateError('Each variable of the body needs a sample.');
}

export function checkFooter(footer: Component): void {
  const text = wordsOf(footer);
  if (text === '' || variablesIn(text).length > 0)
    throw templateError('A footer is a text without variables.', 2388073);
  if ([...text].length > 60) throw templateError('A footer may have 60 characters.', 2388040);
}

/** Checks the buttons: at most ten, quick replies grouped, and a sample for an address with a variable. */
export function checkButtons(component: Component): void {
  const buttons = Array.isArray(component.buttons) ? (component.buttons as Component[]) : [];
  if (buttons.length === 0 || buttons.length > 10) throw templateError('There may be 1 to 10 buttons.');
  const kinds = buttons.map((button) => String(button.type).toUpperCase());
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  if (count('URL') > 2) throw templateError('There may be two buttons with an address.');
  if (count('PHONE_NUMBER') > 1) throw templateError('There may be one button that calls.');
  const runs = kinds.filter(
    (kind, index) => (kind === 'QUICK_REPLY') !== (kinds[index - 1] === 'QUICK_REPLY'),
  );
  if (runs.filter((kind) => kind === 'QUICK_REPLY').length > 1)
    throw templateError('Quick replies must stand together.');
  for (const [index, button] of buttons.entries()) {
    const needsText = kinds[index] !== 'COPY_CODE' && kinds[index] !== 'OTP';
    if (needsText && (wordsOf(button) === '' || [...wordsOf(button)].length > 25))
      throw templateError(
        'The label of a button has 1 to 25 characters.',
        wordsOf(button) ? 2388040 : undefined,
      );
    if (kinds[index] !== 'URL') continue;
    const url = typeof button.url === 'string' ? button.url : '';
    if (!/^https?:\/\//.test(url) || url.length > 2_000)
      throw templateError('A button needs an address of at most 2000 characters.');
    const variables = variablesIn(url);
    if (variables.length > 1 || (variables.length === 1 && !url.endsWith('}}')))
      throw templateError('An address may have one variable, at its end.');
    if (variables.length === 1 && !isFilledList(button.example))
      throw templateError('The address needs a sample.');
  }
}

function checkVariables(text: string, isNamed: boolean, subcode: number): string[] {
  const variables = variablesIn(text);
  const bare = text.replace(/\{\{[^{}]*\}\}/g, '');
  if (bare.includes('{{') || bare.includes('}}'))
    throw templateError('The text has a variable that is not closed.', subcode);
  if (isNamed) {
    if (variables.some((name) => !/^[a-z0-9_]+$/.test(name) || /^\d+$/.test(name)))
      throw templateError('Names of variables are lower-case letters, digits and underscores.', subcode);
    return variables;
  }
  const wanted = variables.map((_, index) => String(index + 1));
  if ([...variables].sort((a, b) => Number(a) - Number(b)).join() !== wanted.join())
    throw templateError('Variables are numbered from {{1}} without gaps.', subcode);
  return variables;
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
