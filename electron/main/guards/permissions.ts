import type { Session } from 'electron';

/** The permissions that pages are granted. All others are denied without a prompt. */
const GRANTED = new Set(['notifications', 'clipboard-sanitized-write']);

export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => callback(GRANTED.has(permission)));
  session.setPermissionCheckHandler((_contents, permission) => GRANTED.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
}
