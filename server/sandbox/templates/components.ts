import type { Component, Template } from './template.ts';

/** A header, body or footer, or the list of buttons. */
export function componentOf(template: Pick<Template, 'components'>, type: string): Component | undefined {
  return template.components.find((one) => String(one.type).toUpperCase() === type);
}

export function wordsOf(component: Component | undefined): string {
  return typeof component?.text === 'string' ? component.text : '';
}

/** The buttons in their order: a send names them by their place. */
export function buttonsOf(template: Pick<Template, 'components'>): Component[] {
  const list = componentOf(template, 'BUTTONS')?.buttons;
  return Array.isArray(list) ? (list as Component[]) : [];
}

/** The variables of a text in the order of their first place, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? ''))];
}

/** The text with what fills it. */
export function filled(text: string, value: (variable: string) => string | undefined): string {
  return text.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => value(name) ?? whole);
}
