import { randomBytes } from 'node:crypto';
import type { QueryContext } from '../../kernel/context/context.ts';
import { TenantsRepository } from './tenants.repository.ts';

export { workspaceRoutes } from './workspace.routes.ts';
export { changeWorkspace } from './workspace.service.ts';
export { TenantsRepository };

/** Returns the verify token of a workspace, which is stored with the workspace itself. */
export async function verifyToken({ db, scope, tx }: QueryContext): Promise<string> {
  return (await new TenantsRepository(db, tx).find(scope.key))?.verifyToken ?? '';
}

/** Gives a workspace another verify token. */
export function renewVerifyToken({ db, scope, tx }: QueryContext): Promise<void> {
  return new TenantsRepository(db, tx).setVerifyToken(scope.key, randomBytes(24).toString('base64url'));
}
