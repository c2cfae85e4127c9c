import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { t } from '../i18n.ts';

/** Returns the name of a place: its workspace, or its server if that is unknown. */
export function placeTitle({ name, server }: Pick<WorkspacePlace, 'name' | 'server'>): string {
  return name ?? serverName(server);
}

/** Returns a server address without the scheme. */
export function serverName(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

/** Returns the person who is signed in at a place, or a text for no one. */
export function placePerson({ person, name, isSignedIn }: WorkspacePlace): string {
  if (isSignedIn && person !== null) return person;
  return t(name === null ? 'place.notSignedIn' : 'place.signedOut');
}
