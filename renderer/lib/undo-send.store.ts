import { create } from 'zustand';
import { HOLD_CHOICES, HOLD_SECONDS, type HoldSeconds } from '../../shared/domain/message-status.ts';

const STORED_AS = 'switchboard.undo-send';

/** For how many seconds a message can be undone before it is sent. */
export type UndoSeconds = 0 | HoldSeconds;

/** The choices, in their order. */
export const UNDO_CHOICES: readonly UndoSeconds[] = [0, ...HOLD_CHOICES];

/** For how long messages can be undone before they are sent, by the person's choice on this device. */
export const useUndoSend = create<{ seconds: UndoSeconds }>(() => ({
  seconds: readUndoSeconds(globalThis.localStorage?.getItem(STORED_AS) ?? null),
}));

/** Returns a stored choice; the default where there is none. An earlier version stored `on` or `off`. */
export function readUndoSeconds(stored: string | null): UndoSeconds {
  if (stored === 'off') return 0;
  return UNDO_CHOICES.find((seconds) => String(seconds) === stored) ?? HOLD_SECONDS;
}

/** Stores the choice on this device. It applies to the next message. */
export function chooseUndoSend(seconds: UndoSeconds): void {
  globalThis.localStorage?.setItem(STORED_AS, String(seconds));
  useUndoSend.setState({ seconds });
}
