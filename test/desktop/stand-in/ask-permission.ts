import type { PagePermission } from '../host/desktop-host.ts';
import { WebContents } from './web-contents.ts';

/** Calls main's permission handlers for a page, as Electron does. */
export async function askPermission(request: {
  targetId: string;
  permission: PagePermission;
}): Promise<boolean> {
  const contents = WebContents.fromDevToolsTargetId(request.targetId);
  if (!contents) throw new Error('main does not know this page');
  return contents.session.permissions.allows(contents, request.permission);
}
