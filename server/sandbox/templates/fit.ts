import { GraphApiError } from '../graph/graph-api-error.ts';
import type { Catalogue } from './catalogue.ts';
import { buttonsOf, componentOf, filled, variablesIn, wordsOf } from './components.ts';
import type { Component, Template } from './template.ts';

interface SentTemplate {
  readonly name: string;
  readonly language: { readonly code: string };
  readonly components?: readonly Component[];
}

const bodyOnlyMax = 32_768;
const parameterMax = 1_024;

/**
 * Finds the template of a send, and checks that the parameters fit.
 * @returns the text that the phone shows. @throws {GraphApiError} with the platform's message.
 */
export function fitTemplate(catalogue: Catalogue, wabaId: string, payload: unknown): string {
  const sent = payload as SentTemplate;
  const template = sendable(catalogue, wabaId, sent);
  const parts = sent.components ?? [];
  const part = (type: string) => parts.find((one) => String(one.type).toLowerCase() === type);
  fitHeader(template, parametersOf(part('header')));
  fitText(template, 'body', wordsOf(componentOf(template, 'BODY')), parametersOf(part('body')));
  fitButtons(template, parts);
  return shownOnPhone(template, part);
}

function sendable(catalogue: Catalogue, wabaId: string, { name, language }: SentTemplate): Template {
  const template = catalogue.find(wabaId, name, language.code);
  if (template?.status === 'PAUSED')
    throw new GraphApiError(132015, { details: `template ${name} is paused` });
  if (template?.status === 'DISABLED')
    throw new GraphApiError(132016, { details: `template ${name} is disabled` });
  if (template?.status !== 'APPROVED')
    throw new GraphApiError(132001, {
      details: `template name (${name}) does not exist in ${language.code}`,
    });
  return template;
}

function fitHeader(template: Template, given: readonly Component[]): void {
  const header = componentOf(template, 'HEADER');
  const format = header === undefined ? 'TEXT' : String(header.format).toUpperCase();
  if (format === 'TEXT') {
    fitText(template, 'header', wordsOf(header), given);
    return;
  }
  const type = String(given[0]?.type ?? 'unknown').toUpperCase();
  if (given.length !== 1 || type !== format) {
    throw new GraphApiError(132012, {
      details: `header: Format mismatch, expected ${format}, received ${type}`,
    });
  }
}

function fitText(template: Template, place: string, text: string, given: readonly Component[]): void {
  const variables = variablesIn(text);
  if (given.length !== variables.length) {
    const details = `${place}: number of localizable_params (${given.length}) does not match the expected number of params (${variables.length})`;
    throw new GraphApiError(132000, { details });
  }
  const isBodyOnly = template.components.length === 1;
  const max = place === 'body' && isBodyOnly ? bodyOnlyMax : parameterMax;
  for (const [index, parameter] of given.entries()) {
    const kind = String(parameter.type).toLowerCase();
    const fits = place === 'header' ? kind === 'text' : ['text', 'currency', 'date_time'].includes(kind);
    if (!fits)
      throw new GraphApiError(132012, { details: `${place}: parameter ${index} is of type ${kind}` });
    if (kind === 'text' && [...String(parameter.text)].length > max)
      throw new GraphApiError(132005, { details: `${place}: parameter ${index} is longer than ${max}` });
    const { parameter_name: name } = parameter;
    const isNamed = template.parameterFormat === 'NAMED';
    if (isNamed && (typeof name !== 'string' || !variables.includes(name)))
      throw new GraphApiError(100, {
        message: '(#100) Invalid parameter: Parameter name is missing or empty',
      });
    if (!isNamed && name !== undefined)
      throw new GraphApiError(100, {
        message: '(#100) Invalid parameter: this template numbers its parameters',
      });
  }
  const names = given.map((one) => one.parameter_name).filter((name) => name !== undefined);
  if (new Set(names).size !== names.length)
    throw new GraphApiError(132000, { details: `${place}: a parameter is given twice` });
}

/** The `sub_type` of a send's parameters for each type of button. */
const takes: Readonly<Record<string, string>> = {
  URL: 'url',
  COPY_CODE: 'copy_code',
  QUICK_REPLY: 'quick_reply',
  FLOW: 'flow',
  CATALOG: 'catalog',
  MPM: 'mpm',
  VOICE_CALL: 'voice_call',
  OTP: 'url',
};

function fitButtons(template: Template, parts: readonly Component[]): void {
  const given = parts.filter((one) => String(one.type).toLowerCase() === 'button');
  const buttons = buttonsOf(template);
  for (const [index, button] of buttons.entries()) {
    const kind = String(button.type).toUpperCase();
    const mine = given.find((one) => String(one.index) === String(index));
    const isOpen = kind === 'URL' && variablesIn(String(button.url)).length > 0;
    const needs = isOpen || kind === 'COPY_CODE' || kind === 'OTP' || kind === 'MPM';
    if (needs && parametersOf(mine).length !== 1) {
      const details = `buttons: Button at index ${index} of type ${kind} requires a parameter`;
      throw new GraphApiError(131008, { details });
    }
    if (!mine) continue;
    const isStatic = kind === 'URL' && !isOpen;
    if (isStatic || String(mine.sub_type).toLowerCase() !== takes[kind])
      throw new GraphApiError(132012, {
        details: `buttons: Button at index ${index} does not take this parameter`,
      });
  }
  const surplus = given.find((one) => Number(one.index) >= buttons.length);
  if (surplus)
    throw new GraphApiError(132012, {
      details: `buttons: There is no button at index ${String(surplus.index)}`,
    });
}

function parametersOf(part: Component | undefined): readonly Component[] {
  return Array.isArray(part?.parameters) ? (part.parameters as Component[]) : [];
}

function shownOnPhone(template: Template, part: (type: string) => Component | undefined): string {
  const show = (place: string) => {
    const given = parametersOf(part(place.toLowerCase()));
    return filled(wordsOf(componentOf(template, place)), (name) => {
      const one = given.find((parameter) => parameter.parameter_name === name) ?? given[Number(name) - 1];
      const value = one && (one[String(one.type)] as unknown);
      return typeof value === 'string' ? value : (value as Component | undefined)?.fallback_value?.toString();
    });
  };
  return [show('HEADER'), show('BODY'), show('FOOTER')].filter((words) => words !== '').join('\n');
}
