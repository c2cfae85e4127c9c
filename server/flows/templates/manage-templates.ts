import type { CreateTemplate, Template } from '../../../shared/contract/templates.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { credentialsOf } from '../../features/channel/index.ts';
import { databaseTime, findTemplate, lockTemplate, presentTemplate } from '../../features/templates/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import { setupError } from '../../platform/account/setup-errors.ts';
import { deleteTemplate, submitTemplate } from '../../platform/message-templates.ts';
import type { TemplateSource } from './recheck-template.ts';
import { storeTemplate } from './replace-templates.ts';

/*
 * Templates are created and deleted on the platform first, then here. A crash in between leaves what the platform has to
 * the next fetch, and to the same request again, which finds it.
 */

/**
 * Submits a template to the platform and adds it to the list, with the status that the platform gave it.
 * @throws {AppError} channel_not_connected; platform_refused with the platform's reason; platform_unreachable.
 */
export async function createTemplate(
  ctx: Context,
  { http }: TemplateSource,
  input: CreateTemplate,
): Promise<Template> {
  const account = await requireAccount(ctx);
  const startedAt = await databaseTime(ctx);
  const submitted = await submitTemplate(http, account, input).catch((error: unknown) => {
    throw setupError(error);
  });
  return inTransaction(ctx, async (ctx) => {
    const row = await storeTemplate(ctx, submitted, startedAt);
    const template = presentTemplate(row);
    await ctx.audit({
      action: 'template.created',
      target: { kind: 'template', id: template.id, label: `${row.name} (${row.language})` },
    });
    ctx.record('template.updated', { id: template.id, template });
    ctx.setResponse(template);
    return template;
  });
}

/**
 * Deletes a template on the platform, in its language, and removes it from the list.
 * @throws {AppError} template_not_found; channel_not_connected; platform_refused; platform_unreachable.
 */
export async function removeTemplate(
  ctx: Context,
  { http }: TemplateSource,
  templateId: string,
): Promise<{ id: string; deleted: true }> {
  const key = tryDecodeId('template', templateId);
  const known = key && (await findTemplate(ctx, key));
  if (!known) throw new AppError('template_not_found');
  const account = await requireAccount(ctx);
  await deleteTemplate(http, account, known).catch((error: unknown) => {
    throw setupError(error);
  });
  return inTransaction(ctx, async (ctx) => {
    const id = encodeId('template', known.id);
    const row = await lockTemplate(ctx, known.name, known.language);
    // It may have been created again meanwhile, under another id of the platform.
    if (row && row.platformId === known.platformId && row.status !== 'DELETED') {
      const now = await databaseTime(ctx);
      await updateRow(ctx, 'template', row.id, { status: 'DELETED', noticedAt: now, updatedAt: now });
      await ctx.audit({
        action: 'template.deleted',
        target: { kind: 'template', id, label: `${row.name} (${row.language})` },
      });
      ctx.record('template.updated', { id, template: null });
    }
    return { id, deleted: true };
  });
}

async function requireAccount(ctx: Context) {
  const account = await credentialsOf(ctx);
  if (!account) throw new AppError('channel_not_connected');
  return account;
}
