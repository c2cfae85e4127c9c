import type { CreateTemplate } from '../../../shared/contract/templates.contract.ts';
import { variablesIn } from '../../../shared/domain/templates/template-text.ts';

/** What is typed in the form of a new template. */
export interface NewTemplateValues {
  name: string;
  language: string;
  category: CreateTemplate['category'];
  header: string;
  body: string;
  footer: string;
  /** The sample of each variable of the body, by its number. */
  samples: Record<string, string>;
  /** The labels of quick replies. */
  replies: string[];
  link: { label: string; url: string };
}

export const REPLIES_MAX = 3;

/** Returns the variables of a body in the order of their numbers. */
export function numberedVariables(body: string): string[] {
  return variablesIn(body)
    .filter((name) => /^[1-9]\d?$/.test(name))
    .sort((one, other) => Number(one) - Number(other));
}

/** Returns the name that the platform would take for a typed one: lowercase letters, digits and underscores. */
export function asTemplateName(typed: string): string {
  return typed
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 512);
}

/** Returns the parts of a new template in the platform's format. Empty parts are left out. */
export function partsOf(values: NewTemplateValues): CreateTemplate['components'] {
  const [header, body, footer] = [values.header, values.body, values.footer].map((text) => text.trim());
  const samples = numberedVariables(values.body).map((name) => (values.samples[name] ?? '').trim());
  const { label, url } = values.link;
  const buttons = [
    ...values.replies
      .map((text) => text.trim())
      .filter(Boolean)
      .map((text) => ({ type: 'QUICK_REPLY', text })),
    ...(label.trim() && url.trim() ? [{ type: 'URL', text: label.trim(), url: url.trim() }] : []),
  ];
  return [
    ...(header ? [{ type: 'HEADER' as const, format: 'TEXT', text: header }] : []),
    { type: 'BODY', text: body, ...(samples.length > 0 && { example: { body_text: [samples] } }) },
    ...(footer ? [{ type: 'FOOTER' as const, text: footer }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS' as const, buttons }] : []),
  ];
}
