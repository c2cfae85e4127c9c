import type { Template } from '../../../shared/contract/templates.contract.ts';
import { isSendable } from '../../../shared/domain/templates/template-status.ts';
import { formOf } from './template-text.ts';

/** Returns the templates that can be sent, most recently used first, then by name. */
export function sendableTemplates(templates: readonly Template[]): Template[] {
  return templates
    .filter(isSendable)
    .sort(
      (left, right) =>
        (right.lastSentAt ?? '').localeCompare(left.lastSentAt ?? '') ||
        left.name.localeCompare(right.name) ||
        left.language.localeCompare(right.language),
    );
}

/** Returns the templates whose name or text contains every typed word. */
export function matching(templates: readonly Template[], typed: string): Template[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...templates];
  return templates.filter((template) => {
    const text = searchedText(template);
    return words.every((word) => text.includes(word));
  });
}

function searchedText(template: Template): string {
  const { header, body, footer } = formOf(template);
  const name = `${template.name} ${template.name.replaceAll('_', ' ')}`;
  return fold(`${name} ${header?.kind === 'text' ? header.text : ''} ${body.text} ${footer ?? ''}`);
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
