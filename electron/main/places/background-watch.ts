import { net } from 'electron';
import { z } from 'zod';
import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';

/** The part of a conversation list that the watch needs. */
const InboxSchema = z.object({ unreadTotal: z.int().nonnegative() });

const QUESTION = '/api/dashboard/conversations?filter=unread&limit=1';
const ANSWER_MS = 15_000;

export interface BackgroundWatchOptions {
  places(): WorkspacePlace[];
  isLoaded(placeId: string): boolean;
  tokenOf(placeId: string): string | null;
  onUnread(place: WorkspacePlace, count: number): void;
}

/**
 * Looks after the places whose pages are unloaded: a page that is loaded counts for itself. One small
 * question for each; who is offline or signed out is left alone until the next round.
 */
export async function lookAfterUnloaded(options: BackgroundWatchOptions): Promise<void> {
  const alone = options.places().filter((place) => place.isSignedIn && !options.isLoaded(place.id));
  await Promise.all(
    alone.map(async (place) => {
      try {
        const response = await net.fetch(`${place.server}${QUESTION}`, {
          headers: { Authorization: `Bearer ${options.tokenOf(place.id)}` },
          credentials: 'omit',
          redirect: 'error',
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        if (!response.ok) return;
        const { unreadTotal } = InboxSchema.parse(await response.json());
        options.onUnread(place, unreadTotal);
      } catch {
        // The server is away: nothing to say that the person could use.
      }
    }),
  );
}
