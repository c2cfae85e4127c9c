import { create } from 'zustand';
import {
  PRESENCE_REPEAT_MS,
  type PresenceSignal,
  type PresenceUpdate,
  type PresentPerson,
} from '../../../../shared/events/presence.ts';

type PeopleByConversation = Readonly<Record<string, readonly PresentPerson[]>>;

import { currentLanguage } from '../../../lib/i18n.ts';

/** Who has which conversation on the screen, including oneself. Empty while disconnected. */
export const usePresence = create<PeopleByConversation>(() => ({}));

/** Applies what the server says. */
export function applyPresence({ isComplete, conversations }: PresenceUpdate): void {
  const next: Record<string, readonly PresentPerson[]> = isComplete ? {} : { ...usePresence.getState() };
  for (const { conversationId, people } of conversations) {
    if (people.length > 0) next[conversationId] = people;
    else delete next[conversationId];
  }
  usePresence.setState(next, true);
}

type Send = (signal: PresenceSignal) => void;

const NOWHERE: PresenceSignal = { conversationId: null, state: 'viewing' };
let send: Send | null = null;
let current = NOWHERE;
let repeat: ReturnType<typeof setInterval> | undefined;

/** Starts to say where this person is, on a new connection; null: disconnected, so nobody is known either. */
export function connectPresence(connected: Send | null): void {
  clearInterval(repeat);
  send = connected;
  if (!connected) {
    usePresence.setState({}, true);
    return;
  }
  const sayAgain = () => {
    if (current.conversationId !== null) send?.(current);
  };
  sayAgain();
  repeat = setInterval(sayAgain, PRESENCE_REPEAT_MS);
}

/** Says which conversation is on the screen, and whether a reply is being written; null: none. */
export function announcePresence(signal: PresenceSignal | null): void {
  const next = signal ?? NOWHERE;
  if (next.conversationId === current.conversationId && next.state === current.state) return;
  current = { ...next, language: currentLanguage() };
  send?.(current);
}
