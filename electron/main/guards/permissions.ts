import type { Session } from 'electron';

/** The permissions that pages are granted. All others are denied without a prompt. */
const GRANTED = ['notifications', 'clipboard-sanitized-write'];

/**
 * Chromium asks for these before a page reaches a server on this computer or in the local network. The server of a
 * place may be there, and place-sessions.ts lets the page reach no other.
 */
const LOCAL_SERVER = ['local-network-access', 'local-network', 'loopback-network'];

/** Voice messages are recorded with the microphone. The system asks the person; there is no camera. */
function isMicrophone(permission: string, details: object): boolean {
  const types = 'mediaTypes' in details ? details.mediaTypes : [];
  return permission === 'media' && Array.isArray(types) && types.join() === 'audio';
}

/** @param connects whether the pages of the session have a server. */
export function guardPermissions(session: Session, { connects }: { connects: boolean }): void {
  const granted = new Set<string>(connects ? [...GRANTED, ...LOCAL_SERVER] : GRANTED);
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(granted.has(permission) || (connects && isMicrophone(permission, details))),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, _origin, details) =>
      granted.has(permission) || (connects && permission === 'media' && details.mediaType === 'audio'),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
}
