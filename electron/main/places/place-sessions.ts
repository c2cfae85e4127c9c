import type { Session } from 'electron';
import { openPlaceSession, type PlaceSessionOptions } from './place-session.ts';

/** The sessions of all places that were opened since the start, each made once. */
export interface PlaceSessions {
  /** Null: the connect screen's. */
  of(place: PlaceSessionOptions['place']): Session;
  setSpellCheckLanguages(languages: string[]): void;
  /** Deletes what the place has stored on this computer. */
  clear(place: NonNullable<PlaceSessionOptions['place']>): Promise<void>;
}

export interface PlaceSessionsOptions {
  rendererFolder: string;
  getToken(placeId: string): string | null;
  onSession(placeId: string, token: string | null): void;
}

export function createPlaceSessions(options: PlaceSessionsOptions): PlaceSessions {
  const opened = new Map<string, Session>();
  let languages: string[] = [];

  function of(place: PlaceSessionOptions['place']): Session {
    const key = place?.id ?? '';
    const known = opened.get(key);
    if (known) return known;
    const session = openPlaceSession({
      place,
      rendererFolder: options.rendererFolder,
      getToken: () => (place ? options.getToken(place.id) : null),
      onSession: (token) => place && options.onSession(place.id, token),
    });
    setLanguages(session, languages);
    opened.set(key, session);
    return session;
  }

  return {
    of,
    setSpellCheckLanguages: (chosen) => {
      languages = chosen;
      for (const session of opened.values()) setLanguages(session, languages);
    },
    clear: async (place) => {
      const session = of(place);
      opened.delete(place.id);
      await session.clearStorageData();
    },
  };
}

function setLanguages(session: Session, languages: readonly string[]): void {
  const known = new Set(session.availableSpellCheckerLanguages);
  const chosen = languages.filter((language) => known.has(language));
  // Without a choice the system's languages stay as Electron found them; macOS always uses its own.
  if (chosen.length > 0 && process.platform !== 'darwin') session.setSpellCheckerLanguages(chosen);
}
