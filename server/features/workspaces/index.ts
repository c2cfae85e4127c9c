import { randomBytes } from 'node:crypto';
import type { QueryContext } from '../../kernel/context/context.ts';
import { findTenant, setVerifyToken } from './tenants.repository.ts';

export {
  findTenant,
  hasRealTenant,
  hasTenant,
  insertTenant,
  listTenants,
  markDemo,
  setWelcome,
  tenantIdsAfter,
} from './tenants.repository.ts';
export { workspaceRoutes } from './workspace.routes.ts';
export { changeWorkspace } from './workspace.service.ts';

/** Returns the verify token of a workspace, which is stored with the workspace itself. */
export async function verifyToken({ db, scope, tx }: QueryContext): Promise<string> {
  return (await findTenant({ db, tx }, scope.key))?.verifyToken ?? '';
}

/** Replaces the verify token of a workspace. */
export function renewVerifyToken({ db, scope, tx }: QueryContext): Promise<void> {
  return setVerifyToken({ db, tx }, scope.key, randomBytes(24).toString('base64url'));
}
