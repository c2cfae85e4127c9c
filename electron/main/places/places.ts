import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ServerCheck, type WorkspacePlace, WorkspacePlaceSchema } from '../../../shared/ipc/shapes.ts';
import { type JsonFile, jsonFile } from '../lib/json-file.ts';
import type { TokenVault } from './token-vault.ts';

const { id, server, name, person } = WorkspacePlaceSchema.shape;
const FileSchema = z.strictObject({
  /** The place that was shown last; null: the connect screen. */
  shown: id.nullable(),
  places: z.array(z.strictObject({ id, server, name, person })),
});
type PlacesFile = z.infer<typeof FileSchema>;

/** The places that the user has added, in that order. */
export interface Places {
  list(): WorkspacePlace[];
  find(placeId: string): WorkspacePlace | null;
  shown(): string | null;
  setShown(placeId: string | null): void;
  add(check: Extract<ServerCheck, { kind: 'ok' }>): WorkspacePlace;
  remove(placeId: string): void;
  describe(placeId: string, described: { name: string; person: string } | null): void;
  setUnread(placeId: string, count: number): void;
}

export interface PlacesOptions {
  path: string;
  vault: TokenVault;
  onChange(places: WorkspacePlace[]): void;
}

export function openPlaces({ path, vault, onChange }: PlacesOptions): Places {
  const file: JsonFile<PlacesFile> = jsonFile(path, FileSchema, { shown: null, places: [] });
  const unread = new Map<string, number>();

  const list = (): WorkspacePlace[] =>
    file.read().places.map((place) => ({
      ...place,
      unread: unread.get(place.id) ?? 0,
      isSignedIn: vault.get(place.id) !== null,
    }));

  function change(edit: (before: PlacesFile) => PlacesFile): void {
    const before = file.read();
    const after = edit(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    file.write(after);
    onChange(list());
  }

  return {
    list,
    find: (placeId) => list().find((place) => place.id === placeId) ?? null,
    shown: () => file.read().shown,
    setShown: (placeId) => change((before) => ({ ...before, shown: placeId })),
    add: (check) => {
      // Reuses a place of the same server on which no one has signed in yet.
      const fresh = list().find((place) => place.server === check.server && place.name === null);
      if (fresh) return fresh;
      const place = {
        id: `place_${randomBytes(8).toString('hex')}`,
        server: check.server,
        name: null,
        person: null,
      };
      change((before) => ({ ...before, places: [...before.places, place] }));
      return { ...place, unread: 0, isSignedIn: false };
    },
    remove: (placeId) => {
      vault.set(placeId, null);
      unread.delete(placeId);
      change((before) => ({
        shown: before.shown === placeId ? null : before.shown,
        places: before.places.filter((place) => place.id !== placeId),
      }));
    },
    describe: (placeId, described) =>
      change((before) => ({
        ...before,
        places: before.places.map((place) =>
          place.id === placeId
            ? { ...place, name: described?.name ?? place.name, person: described?.person ?? null }
            : place,
        ),
      })),
    setUnread: (placeId, count) => {
      if ((unread.get(placeId) ?? 0) === count) return;
      unread.set(placeId, count);
      onChange(list());
    },
  };
}
