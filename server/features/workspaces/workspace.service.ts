import type { ChangeWorkspace, WorkspaceSettings } from '../../../shared/contract/workspace.contract.ts';
import { countryName } from '../../../shared/domain/country.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { findTenant, lockTenant, setSettings } from './tenants.repository.ts';

/**
 * Changes the given settings of a workspace; returns all of them. The audit log records who did it, and the new name
 * or country.
 * @throws {AppError} workspace_not_found
 */
export function changeWorkspace(ctx: Context, changes: ChangeWorkspace): Promise<WorkspaceSettings> {
  return inTransaction(ctx, async (ctx) => {
    const { db, tx, scope } = ctx;
    // Two people may change one setting each: the answer and the event have both.
    await lockTenant({ db, tx }, scope.key);
    const before = await findTenant({ db, tx }, scope.key);
    if (!before) throw new AppError('workspace_not_found');
    const { name = before.name, defaultCountry = before.defaultCountry } = changes;
    const settings = { name, defaultCountry };
    if (name === before.name && defaultCountry === before.defaultCountry) return settings;
    await setSettings({ db, tx }, scope.key, changes);
    const target = { kind: 'workspace' as const, id: scope.tenantId };
    if (name !== before.name)
      await ctx.audit({ action: 'workspace.renamed', target: { ...target, label: name } });
    if (defaultCountry !== before.defaultCountry) {
      const label = defaultCountry === null ? AUDIT_LABELS.write('no_country') : countryName(defaultCountry);
      await ctx.audit({ action: 'workspace.country_changed', target: { ...target, label } });
    }
    ctx.record('workspace.changed', { settings });
    return settings;
  });
}
