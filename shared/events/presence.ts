import type { Language } from '../domain/language.ts';

/** Says which conversation a dashboard has open; null: none is on the screen. */
export interface PresenceSignal {
  conversationId: string | null;
  state: 'viewing' | 'replying';
  /** In which language the person reads. Dashboards of earlier versions do not say so. */
  language?: Language | undefined;
}

/** A member who has a conversation on the screen. */
export interface PresentPerson {
  id: string;
  name: string;
  state: PresenceSignal['state'];
}

/** Who is in some conversations now. `isComplete`: nobody is in any other conversation. */
export interface PresenceUpdate {
  isComplete: boolean;
  conversations: readonly { conversationId: string; people: readonly PresentPerson[] }[];
}

/** How long a signal counts without another one, and how often a dashboard repeats it. */
export const PRESENCE_LEASE_MS = 30_000;
export const PRESENCE_REPEAT_MS = 10_000;
