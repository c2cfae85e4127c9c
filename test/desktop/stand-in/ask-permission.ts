import type { AskedPermission } from '../host/desktop-host.ts';
import { WebContents } from './web-contents.ts';

/** Puts the question of a page to main, as Electron does. */
export async function askPermission(asked: {
  targetId: string;
  permission: AskedPermission;
}): Promise<boolean> {
  const contents = WebContents.fromDevToolsTargetId(asked.targetId);
  if (!contents) throw new Error('main does not know this page');
  return contents.session.permissions.allows(contents, asked.permission);
}
