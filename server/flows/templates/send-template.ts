import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { SentComponent } from '../../../shared/domain/template-check.ts';
import type { Database } from '../../db/database.ts';
import { NO_CONTENT } from '../../features/messages/index.ts';
import {
  faultsOfSend,
  formOf,
  presentTemplate,
  TemplatesRepository,
} from '../../features/templates/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { SendOfInbox } from '../outbound/inbox-sends.ts';
import type { RecheckTemplate } from './recheck-template.ts';

/** An agent sends a template: only a complete one that the platform has approved is stored. */
export function createSendTemplate({
  database,
  send,
  recheck,
}: {
  database: Database;
  send: SendOfInbox;
  recheck: RecheckTemplate;
}) {
  return async (
    ctx: Context,
    conversationId: Buffer,
    input: { templateId: Buffer; components: readonly SentComponent[]; clientId: string },
  ): Promise<ThreadMessage> => {
    // Outside the transaction below, which must not wait for the platform.
    const known = await new TemplatesRepository(database, ctx.scope).find(input.templateId);
    if (known && faultsOfSend(known, input.components).length > 0) await recheck(ctx.scope, known);
    return send(ctx, conversationId, {
      clientId: input.clientId,
      prepare: async (work) => {
        const templates = new TemplatesRepository(database, work.scope, work.tx);
        const row = await templates.find(input.templateId);
        if (!row) throw new AppError('template_not_found');
        const { unsupported } = formOf(row);
        const details = unsupported
          ? [{ path: 'templateId', message: unsupported }]
          : faultsOfSend(row, input.components);
        if (details.length > 0) throw new AppError('validation_failed', { details });
        const used = await templates.noteSent(row.id);
        if (used) {
          const template = presentTemplate(used);
          work.record('template.updated', { id: template.id, template });
        }
        const components = input.components.length === 0 ? null : JSON.stringify(input.components);
        const { name: templateName, language: templateLanguage } = row;
        const content = {
          ...NO_CONTENT,
          type: 'template' as const,
          templateName,
          templateLanguage,
          components,
        };
        return { content };
      },
    });
  };
}
