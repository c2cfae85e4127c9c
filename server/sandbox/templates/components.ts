import type { Component, Template } from './template.ts';

/** Returns the header, body, footer or buttons component of a template. */
export function componentOf(template: Pick<Template, 'components'>, type: string): Component | undefined {
  return template.components.find((one) => String(one.type).toUpperCase() === type);
}

export function wordsOf(component: Component | undefined): string {
  return typeof component?.text === 'string' ? component.text : '';
}

/** Returns the buttons in order. A send refers to them by index. */
export function buttonsOf(template: Pick<Template, 'components'>): Component[] {
  const list = componentOf(template, 'BUTTONS')?.buttons;
  return Array.isArray(list) ? (list as Component[]) : [];
}

/** Returns the variables of a text without duplicates, in order of first use. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name]) => name ?? ''))];
}

/** Returns a text with its variables replaced. */
export function filled(text: string, value: (variable: string) => string | undefined): string {
  return text.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => value(name) ?? whole);
}
