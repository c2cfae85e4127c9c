import type { WorkspaceSettings } from '../../../shared/contract/workspace.contract.ts';
import { countryName } from '../../../shared/domain/country.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { setDefaultCountry } from './tenants.repository.ts';

/** Changes the settings of a workspace. The audit log records who did it, and the country. */
export async function changeWorkspace(ctx: Context, settings: WorkspaceSettings): Promise<WorkspaceSettings> {
  const { defaultCountry } = settings;
  await inTransaction(ctx, async (ctx) => {
    const { db, tx, scope } = ctx;
    await setDefaultCountry({ db, tx }, scope.key, defaultCountry);
    const label = defaultCountry === null ? AUDIT_LABELS.write('no_country') : countryName(defaultCountry);
    const target = { kind: 'workspace' as const, id: scope.tenantId, label };
    await ctx.audit({ action: 'workspace.country_changed', target });
  });
  return settings;
}
