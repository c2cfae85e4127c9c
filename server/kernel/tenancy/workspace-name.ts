import type { QueryContext } from '../context/context.ts';

/** Returns the name of the workspace. */
export async function workspaceName({ db, scope, tx }: QueryContext): Promise<string> {
  const where = { id: scope.key };
  const tenant = await db.callModel((transaction) => db.models.tenant.findOne({ where, transaction }), tx);
  return tenant?.get().name ?? '';
}
