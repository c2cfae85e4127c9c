import type { Request, Router } from 'express';
import type { Platform } from '../../platform.ts';
import type { Template } from '../../templates/template.ts';
import { templateError } from '../../templates/template-error.ts';
import { accessOf, businessAccountIn } from '../access.ts';
import { bodyOf } from '../body.ts';
import { pageOf, pickFields } from '../fields.ts';
import { createTemplate, editTemplate } from './change.ts';

const defaults = ['id', 'name', 'parameter_format', 'components', 'language', 'status', 'category'];

/** Mounts the templates of a business account: list, create, read, edit and delete. */
export function mountTemplates(router: Router, platform: Platform): void {
  const node = (request: Request, template: Template) =>
    pickFields(request, 'WhatsAppMessageTemplate', templateNode(template), defaults);

  router.get('/:id/message_templates', (request, response) => {
    businessAccountIn(accessOf(platform, request), request.params.id, 'get');
    const { query } = request;
    const wanted = (name: string, value: string) =>
      typeof query[name] !== 'string' || query[name].toLowerCase() === value.toLowerCase();
    const found = platform.templates
      .of(request.params.id)
      .filter(
        ({ name, status, language, category }) =>
          (typeof query.name !== 'string' || name.includes(query.name)) &&
          wanted('status', status) &&
          wanted('language', language) &&
          wanted('category', category),
      );
    response.json(
      pageOf(
        request,
        found.map((template) => node(request, template)),
      ),
    );
  });

  router.post('/:id/message_templates', async (request, response) => {
    businessAccountIn(accessOf(platform, request), request.params.id, 'post');
    const { id, status, category } = createTemplate(platform, request.params.id, bodyOf(request));
    await platform.store.saved();
    response.json({ id, status, category });
  });

  router.delete('/:id/message_templates', async (request, response) => {
    businessAccountIn(accessOf(platform, request), request.params.id, 'delete');
    removeTemplates(platform, request.params.id, { ...request.query });
    await platform.store.saved();
    response.json({ success: true });
  });

  // Template ids look like those of numbers and accounts, so other ids are passed to the next endpoints.
  router.get('/:id', (request, response, next) => {
    const template = ownedBy(platform, request);
    if (!template) return next();
    response.json(node(request, template));
  });

  router.post('/:id', (request, response, next) => {
    const template = ownedBy(platform, request);
    if (!template) return next();
    editTemplate(platform, template, bodyOf(request));
    response.json({ success: true });
  });
}

function ownedBy(platform: Platform, request: Request<{ id: string }>): Template | null {
  const template = platform.templates.get(request.params.id);
  if (!template) return null;
  const { accounts } = accessOf(platform, request);
  return accounts.some((account) => account.wabaId === template.wabaId) ? template : null;
}

function templateNode(template: Template): Record<string, unknown> {
  const { id, name, language, status, category, previousCategory, components } = template;
  return {
    ...{ id, name, language, status, category, components },
    parameter_format: template.parameterFormat,
    rejected_reason: template.rejectedReason,
    quality_score: { score: template.quality, date: Math.floor(template.createdAt / 1000) },
    ...(previousCategory ? { previous_category: previousCategory } : { previous_category: undefined }),
  };
}

/**
 * Deletes all languages of a template name, or with `hsm_id` only that template.
 * @throws {GraphApiError} if no template has this name and id.
 */
function removeTemplates(
  { templates, notices }: Platform,
  wabaId: string,
  { name, hsm_id: id }: Readonly<Record<string, unknown>>,
): void {
  if (typeof name !== 'string' || name === '') throw templateError('The parameter name is required.');
  const found = templates
    .of(wabaId)
    .filter((one) => one.name === name && (id === undefined || one.id === id));
  if (found.length === 0) throw templateError('There is no such template.', 2593002);
  for (const template of found) {
    templates.remove(template);
    notices.status({ ...template, status: 'DELETED' }, 'DELETED');
  }
}
