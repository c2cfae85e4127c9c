import type { Session } from 'electron';

/** What a page may ever be granted. Everything else is refused without asking anybody. */
const GRANTED = new Set(['notifications', 'clipboard-sanitized-write']);

export function guardPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(GRANTED.has(permission)));
  session.setPermissionCheckHandler((_contents, permission) => GRANTED.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}
