import type { Platform } from '../../platform.ts';
import { readComponents, readTemplate, templatesPerAccount } from '../../templates/rules.ts';
import { categories, type Template, type TemplateStatus } from '../../templates/template.ts';
import { templateError } from '../../templates/template-error.ts';

/** Submits a new template for review. @throws {GraphApiError} with the platform's message. */
export function createTemplate(
  { templates }: Platform,
  wabaId: string,
  fields: Readonly<Record<string, unknown>>,
  known: Partial<Pick<Template, 'status' | 'quality' | 'rejectedReason'>> = {},
): Template {
  const given = readTemplate(wabaId, fields);
  if (templates.of(wabaId).length >= templatesPerAccount)
    throw templateError(`An account can have ${templatesPerAccount} templates.`, 2388019);
  if (templates.find(wabaId, given.name, given.language))
    throw templateError(`There is ${given.language} content for this template already.`, 2388024);
  if (templates.isBlocked(wabaId, given.name))
    throw templateError('A template with this name was deleted less than 30 days ago.', 2388023);
  return templates.add({ ...given, ...known });
}

const editable: readonly TemplateStatus[] = ['APPROVED', 'REJECTED', 'PAUSED'];

/** Changes a template and submits it for review again. @throws {GraphApiError} with the platform's message. */
export function editTemplate(
  { templates }: Platform,
  template: Template,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (!editable.includes(template.status))
    throw templateError('The template cannot be edited in its present state.', 2388039);
  const category = categories.find((one) => one === fields.category);
  if (fields.category !== undefined && (!category || template.status === 'APPROVED'))
    throw templateError('The category of an approved template cannot be edited.');
  if (fields.components === undefined && !category) throw templateError('There is nothing to change.');
  templates.change(template.id, {
    ...(fields.components === undefined
      ? {}
      : { components: readComponents(fields.components, template.parameterFormat === 'NAMED') }),
    ...(category ? { category } : {}),
    status: 'PENDING',
    rejectedReason: 'NONE',
  });
}
