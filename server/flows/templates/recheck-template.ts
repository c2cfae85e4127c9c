import type { TemplateRow } from '../../db/models/template.model.ts';
import { credentialsOf } from '../../features/channel/index.ts';
import { claimTemplateCheck, databaseTime, presentTemplate } from '../../features/templates/index.ts';
import { type Context, operatorContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { GraphError, type GraphHttp } from '../../platform/graph/graph-http.ts';
import { fetchTemplate } from '../../platform/message-templates.ts';
import { refreshTemplate } from './replace-templates.ts';

/** The client that templates are fetched with. */
export interface TemplateSource {
  readonly http: GraphHttp;
}

/**
 * Fetches one template from the platform and stores it, when a send does not match the stored one: the notice
 * of an edit may have been missed. Runs at most once a minute per template, and ten times a minute per
 * workspace.
 * @returns the current template; null when it was checked within the last minute, or cannot be fetched.
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
    // The id may belong to another name by now; the next fetch of the whole list corrects that.
    if (found?.name !== row.name || found.language !== row.language) return null;
    // A change by the server itself: the request's own change, under its Idempotency-Key, is the send.
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
