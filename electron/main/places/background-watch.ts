import type { Session } from 'electron';
import { z } from 'zod';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import { readJson } from '../lib/read-json.ts';

/** The part of a conversation list that the watch needs. */
const InboxSchema = z.object({ unreadTotal: z.int().nonnegative() });

const UNREAD_PATH = '/api/dashboard/conversations?view=unread&limit=1';
const TIMEOUT_MS = 15_000;
/** One conversation with its latest message. */
const RESPONSE_MAX = 1_000_000;

export interface BackgroundWatchOptions {
  places(): WorkspacePlace[];
  isLoaded(placeId: string): boolean;
  /** Returns the session of a place, which has its proxy, its cache and its guards. */
  sessionOf(place: WorkspacePlace): Pick<Session, 'fetch'>;
  tokenOf(placeId: string): string | null;
  onUnread(place: WorkspacePlace, count: number): void;
}

/**
 * Fetches the unread count of each signed-in place whose page is not loaded; loaded pages report their own.
 * Failed requests are ignored until the next poll.
 */
export async function pollUnloaded(options: BackgroundWatchOptions): Promise<void> {
  const unloaded = options.places().filter((place) => place.isSignedIn && !options.isLoaded(place.id));
  await Promise.all(
    unloaded.map(async (place) => {
      try {
        const response = await options.sessionOf(place).fetch(`${place.server}${UNREAD_PATH}`, {
          headers: { Authorization: `Bearer ${options.tokenOf(place.id)}` },
          credentials: 'omit',
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!response.ok) return;
        const { unreadTotal } = InboxSchema.parse(await readJson(response, RESPONSE_MAX));
        options.onUnread(place, unreadTotal);
      } catch {
        // The server is unreachable, and there is nothing that the person could do about it.
      }
    }),
  );
}
