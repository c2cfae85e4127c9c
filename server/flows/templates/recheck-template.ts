import type { TemplateRow } from '../../db/models/template.model.ts';
import { credentialsOf } from '../../features/channel/index.ts';
import { claimTemplateCheck, databaseTime, presentTemplate } from '../../features/templates/index.ts';
import { type Context, operatorContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { GraphError, type GraphHttp } from '../../platform/graph/graph-http.ts';
import { fetchTemplate } from '../../platform/message-templates.ts';
import { refreshTemplate } from './replace-templates.ts';

/** Where templates are fetched from. */
export interface TemplateSource {
  readonly http: GraphHttp;
}

/**
 * Fetches one template from the platform and stores it, for a send that does not fit what is stored: the notice of
 * an edit may have been missed. Happens at most once a minute for each template, and ten times a minute for each
 * workspace.
 * @returns the template as it is now; null when it was checked within the last minute, or cannot be fetched.
 */
export async function recheckTemplate(
  ctx: Context,
  { http }: TemplateSource,
  row: TemplateRow,
): Promise<TemplateRow | null> {
  const account = await credentialsOf(ctx);
  if (!account) return null;
  if (!(await claimTemplateCheck(ctx, row.id))) return null;
  const startedAt = await databaseTime(ctx);
  try {
    const found = await fetchTemplate(http, account, row.platformId);
    // Another id may have another name by now: the next fetch of the whole list sorts that out.
    if (found?.name !== row.name || found.language !== row.language) return null;
    // The server's own change: the one of the request, under its Idempotency-Key, is the send.
    return await inTransaction(operatorContext(ctx, ctx.scope), async (ctx) => {
      const fresh = await refreshTemplate(ctx, found, startedAt);
      if (fresh) {
        const template = presentTemplate(fresh);
        ctx.record('template.updated', { id: template.id, template });
      }
      return fresh;
    });
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    ctx.log.warn({ tenantId: ctx.scope.tenantId, reason: error.message }, 'failed to fetch template');
    return null;
  }
}
