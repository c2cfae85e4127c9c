import type { ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import { uploadOf } from '../../../shared/contract/template-components.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { HoldSeconds } from '../../../shared/domain/message-status.ts';
import { checkTemplate, type SentComponent } from '../../../shared/domain/templates/template-check.ts';
import { readTemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { whyNotSendable } from '../../../shared/domain/templates/template-status.ts';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { NO_CONTENT } from '../../features/messages/index.ts';
import {
  findTemplate,
  findTemplateByName,
  markTemplateSent,
  mayBeMarketing,
  presentTemplate,
  requestTemplateSync,
} from '../../features/templates/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import { fileToSend, type SendOfInbox } from '../outbound/inbox-sends.ts';
import { recheckTemplate, type TemplateSource } from './recheck-template.ts';
import { type RenderedTemplate, renderTemplate } from './render-template.ts';
import type { SyncParts } from './sync-templates.ts';

/** The flow that sends is wired after this one. */
export interface SendParts extends TemplateSource {
  sendFromInbox: SendOfInbox;
}

/** A rejection based on an older fetch than this requests a new one. */
const FRESH_MS = 60_000;

/**
 * Sends a template for an agent, now, at a time or after the seconds in which it can be undone, if it is complete and approved by the platform.
 * @returns the stored message.
 * @throws {AppError} conversation_not_found; template_not_found; validation_failed when the platform would
 * reject it; channel_not_connected; message_already_queued; newer_answer.
 */
export async function sendTemplate(
  ctx: Context,
  parts: SendParts,
  conversationId: string,
  {
    clientId,
    lastSeenId,
    sendAt,
    hold,
    ...input
  }: {
    templateId: string;
    components: readonly SentComponent[];
    clientId: string;
    lastSeenId?: string | null | undefined;
    sendAt?: string | undefined;
    hold?: boolean | HoldSeconds | undefined;
  },
): Promise<ThreadMessage> {
  const conversation = tryDecodeId('conversation', conversationId);
  if (!conversation) throw new AppError('conversation_not_found');
  const templateId = tryDecodeId('template', input.templateId);
  if (!templateId) throw new AppError('template_not_found');
  // Fetch outside the transaction below, which must not wait for the platform.
  const known = await findTemplate(ctx, templateId);
  if (known && errorsOf(known, input.components).length > 0) await recheckTemplate(ctx, parts, known);
  return parts.sendFromInbox(ctx, conversation, {
    clientId,
    lastSeenId,
    sendAt,
    hold,
    prepare: async (ctx) => {
      const row = await findTemplate(ctx, templateId);
      if (!row) throw new AppError('template_not_found');
      const { unsupported } = formOf(row);
      const details = unsupported
        ? [{ path: 'templateId', message: unsupported }]
        : errorsOf(row, input.components);
      if (details.length > 0) throw new AppError('validation_failed', { details });
      const used = await markTemplateSent(ctx, row.id);
      if (used) {
        const template = presentTemplate(used);
        ctx.record('template.updated', { id: template.id, template });
      }
      const components = input.components.length === 0 ? null : JSON.stringify(input.components);
      const { name: templateName, language: templateLanguage } = row;
      const content = {
        ...NO_CONTENT,
        type: 'template' as const,
        templateName,
        templateLanguage,
        components,
        ...renderTemplate(row, input.components),
      };
      const fileId = uploadOf(input.components);
      const file = fileId === null ? null : await fileToSend(ctx, fileId);
      return { content, isMarketing: mayBeMarketing(row), ...(file ? { mediaId: file.id } : {}) };
    },
  });
}

/**
 * Returns the errors of a template send through the API. Before rejecting it, fetches the template again,
 * because it may have been edited. An unknown template is left to the platform (decision 0217).
 */
export async function templateErrors(
  ctx: Context,
  parts: TemplateSource & Pick<SyncParts, 'wakeSync'>,
  send: { templateName: string; templateLanguage: string; components: readonly SentComponent[] },
): Promise<ErrorDetail[]> {
  const row = await findTemplateByName(ctx, send.templateName, send.templateLanguage);
  if (!row) return [];
  const errors = errorsOf(row, send.components);
  if (errors.length === 0) return errors;
  const fresh = await recheckTemplate(ctx, parts, row);
  if (fresh) return errorsOf(fresh, send.components);
  if (ctx.clock.now().getTime() - row.seenAt.getTime() > FRESH_MS) {
    await requestTemplateSync(ctx);
    parts.wakeSync();
  }
  return errors;
}

/** Returns the text of a template that a program sends, and whether it may be marketing; null for one that is not known here. */
export async function knownTemplate(
  ctx: Context,
  send: { templateName: string; templateLanguage: string; components: readonly SentComponent[] },
): Promise<{ rendered: RenderedTemplate; isMarketing: boolean } | null> {
  const row = await findTemplateByName(ctx, send.templateName, send.templateLanguage);
  return row && { rendered: renderTemplate(row, send.components), isMarketing: mayBeMarketing(row) };
}

/** Returns the reasons why the platform would reject this send of a known template. */
function errorsOf(row: TemplateRow, components: readonly SentComponent[]): ErrorDetail[] {
  const state = whyNotSendable(row);
  if (state) return [state];
  return checkTemplate(formOf(row), components);
}

function formOf(row: TemplateRow) {
  return readTemplateForm({ components: asJson(row.components), parameterFormat: row.parameterFormat });
}
