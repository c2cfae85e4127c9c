import type { Router } from 'express';
import { z } from 'zod';
import { GraphApiError } from '../graph/graph-api-error.ts';
import { createTemplate } from '../graph/templates/change.ts';
import type { Platform } from '../platform.ts';
import { readComponents } from '../templates/rules.ts';
import {
  categories,
  qualities,
  statuses,
  type Template,
  type TemplateStatus,
} from '../templates/template.ts';
import { accountAt } from './accounts.ts';
import { ControlError, parsed } from './control-error.ts';

const NewTemplate = z.looseObject({
  status: z.enum(statuses).default('APPROVED'),
  quality: z.enum(qualities).default('UNKNOWN'),
});

const Decision = z.strictObject({
  status: z.enum(statuses).optional(),
  /** Reason for a rejection, as the platform's code. */
  reason: z.string().min(1).max(100).optional(),
  category: z.enum(categories).optional(),
  quality: z.enum(qualities).optional(),
  /** New components, approved immediately. */
  components: z.array(z.looseObject({})).optional(),
  spelling: z.enum(['hyphen', 'underscore']).optional(),
  /** Does not notify the business, to simulate a lost callback. */
  quiet: z.boolean().default(false),
});

/** Mounts the template review: approve, reject, pause and rate templates, and notify the business. */
export function mountTemplateDecisions(router: Router, platform: Platform): void {
  const { templates, notices, store, hub } = platform;

  router.get('/accounts/:pnid/templates', (request, response) => {
    response.json({ data: templates.of(accountAt(platform, request.params.pnid).wabaId) });
  });

  router.post('/accounts/:pnid/templates', async (request, response) => {
    const { wabaId } = accountAt(platform, request.params.pnid);
    const { status, quality, ...fields } = parsed(NewTemplate, request.body);
    const template = orControlError(() => createTemplate(platform, wabaId, fields, { status, quality }));
    await store.saved();
    hub.emit({ type: 'templates' });
    response.status(201).json(template);
  });

  router.patch('/templates/:id', async (request, response) => {
    const before = templateAt(platform, request.params.id);
    const decision = parsed(Decision, request.body);
    const { status, reason, category, quality, components, spelling, quiet } = decision;
    const after = templates.change(before.id, {
      ...(status
        ? { status, rejectedReason: status === 'REJECTED' ? (reason ?? 'INVALID_FORMAT') : 'NONE' }
        : {}),
      ...(category && category !== before.category ? { category, previousCategory: before.category } : {}),
      ...(quality ? { quality } : {}),
      ...(components
        ? { components: orControlError(() => readComponents(components, before.parameterFormat === 'NAMED')) }
        : {}),
    });
    if (!quiet) {
      if (status) notices.status(after, eventOf(before.status, status), wordsFor(after, reason), spelling);
      if (category && category !== before.category) notices.category(after, before.category, spelling);
      if (quality && quality !== before.quality) notices.quality(after, before.quality, spelling);
      if (components) notices.components(after, spelling);
    }
    await store.saved();
    hub.emit({ type: 'templates' });
    response.json(after);
  });

  router.delete('/templates/:id', async (request, response) => {
    const template = templateAt(platform, request.params.id);
    templates.remove(template);
    notices.status({ ...template, status: 'DELETED' }, 'DELETED');
    await store.saved();
    hub.emit({ type: 'templates' });
    response.json({ success: true });
  });
}

function templateAt({ templates }: Platform, id: string): Template {
  const template = templates.get(id);
  if (!template) throw new ControlError(404, 'template_not_found', `There is no template ${id}.`);
  return template;
}

/** When a pause ends, the platform does not report a second approval. */
function eventOf(before: TemplateStatus, status: TemplateStatus): string {
  return before === 'PAUSED' && status === 'APPROVED' ? 'REINSTATED' : status;
}

function wordsFor({ status, rejectedReason }: Template, reason = rejectedReason): object {
  if (status === 'REJECTED')
    return {
      reason,
      rejection_info: {
        reason: `The sandbox refused it: ${reason}.`,
        recommendation: 'Edit it and submit it again.',
      },
    };
  if (status === 'PAUSED')
    return {
      other_info: { title: 'FIRST_PAUSE', description: 'Paused for three hours because of its quality.' },
    };
  if (status === 'DISABLED') return { disable_info: { disable_date: '2026-01-01' } };
  return {};
}

function orControlError<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof GraphApiError)) throw error;
    throw new ControlError(400, 'template_refused', `${error.message}: ${error.userMessage ?? ''}`);
  }
}
