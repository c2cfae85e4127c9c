import type { WorkspacePlace } from '../../shared/ipc/shapes.ts';
import { t } from './i18n.ts';

/** What a place is called: its workspace's name, else its server. */
export function placeTitle({ name, server }: Pick<WorkspacePlace, 'name' | 'server'>): string {
  return name ?? serverName(server);
}

/** A server as people say it: without the scheme. */
export function serverName(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

/** Who works there; in words where nobody is signed in. */
export function placePerson({ person, name, isSignedIn }: WorkspacePlace): string {
  if (isSignedIn && person !== null) return person;
  return t(name === null ? 'place.notSignedIn' : 'place.signedOut');
}
