import { useEffect, useLayoutEffect, useRef } from 'react';
import { COMMAND_IDS, type CommandId, commandOf } from './commands.ts';
import { keysOf } from './custom-keys.store.ts';
import { chordOf, isFocusKey, isSingleKey } from './keys.ts';

/** How a command was called. */
export interface CommandCall {
  /** Whether neither a field nor a button has the focus: the list then means its chosen row, else what is open. */
  isFree: boolean;
  /** Whether a field has the focus. */
  isTyping: boolean;
  /** The element with the focus, for a command that leaves it. */
  target: HTMLElement | null;
}

type Run = (call: CommandCall) => void;

/** What a screen can do. null: it has the command, and it has nothing to do now. */
export type CommandHandlers = { readonly [Id in CommandId]?: Run | null };

/** How much later the next key of a sequence may come, in milliseconds. */
const SEQUENCE_MS = 1_200;

const screens: { current: CommandHandlers }[] = [];

/** Offers commands while the component is mounted. Of two components with the same command, the later one runs it. */
export function useCommands(handlers: CommandHandlers): void {
  const latest = useRef(handlers);
  // Before the next key press, which may come before other effects.
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => addCommands(latest), []);
}

/** Offers the commands of `screen` until the returned function is called. */
export function addCommands(screen: { current: CommandHandlers }): () => void {
  screens.push(screen);
  return () => void screens.splice(screens.indexOf(screen), 1);
}

/** Returns what runs a command now; null when it has nothing to do on this screen. */
export function handlerOf(id: CommandId): Run | null {
  return screens.findLast(({ current }) => current[id])?.current[id] ?? null;
}

/** Runs a command as if its keys had been pressed where the focus is now. */
export function runCommand(id: CommandId): void {
  handlerOf(id)?.(readFocus({ target: document.activeElement }));
}

/** Listens for the keys of all commands. One component of the app uses it. */
export function useCommandKeys(): void {
  useEffect(() => {
    const press = createKeyReader();
    // Esc closes a dialog or a popover before the key arrives here; what is below it must not be closed as well.
    let wasElsewhere = false;
    const notePlace = (event: KeyboardEvent) => {
      wasElsewhere = readFocus(event).isElsewhere;
      if (event.key !== 'Escape' || event.isComposing || hasDialog()) return;
      const popup = popupWithoutFocus(event.target);
      if (popup === null) return;
      // It closes by the keys that it gets itself, and nothing else may take this one.
      event.preventDefault();
      event.stopImmediatePropagation();
      popup.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true }));
    };
    const handle = (event: KeyboardEvent) => {
      if (!wasElsewhere) press(event);
    };
    window.addEventListener('keydown', notePlace, { capture: true });
    window.addEventListener('keydown', handle);
    return () => {
      window.removeEventListener('keydown', notePlace, { capture: true });
      window.removeEventListener('keydown', handle);
    };
  }, []);
}

/** Where a key press goes. `isElsewhere`: a dialog or a menu has the keys. */
interface Focus extends CommandCall {
  isElsewhere: boolean;
}

/**
 * Creates the listener that runs the command of a key press, or of the second press of a sequence.
 * @param focusOf tests, which have no page, pass their own.
 */
export function createKeyReader(focusOf = readFocus): (event: KeyboardEvent) => void {
  let begun: { chord: string; at: number } | null = null;

  return (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const chord = chordOf(event);
    const focus = focusOf(event);
    if (chord === null || focus.isElsewhere) return;
    const first = begun !== null && event.timeStamp - begun.at <= SEQUENCE_MS ? begun.chord : null;
    begun = null;
    // The second key belongs to the sequence, even if it means nothing there.
    const keys = first === null ? chord : `${first} ${chord}`;
    const id = COMMAND_IDS.find((one) => canRun(one, keys, focus));
    if (id === undefined) {
      const isStart = COMMAND_IDS.some(
        (one) => keysOf(one).some((known) => known.startsWith(`${keys} `)) && handlerOf(one) !== null,
      );
      if (isStart && !focus.isTyping && !event.repeat) begun = { chord: keys, at: event.timeStamp };
      return;
    }
    event.preventDefault();
    if (!event.repeat || commandOf(id).repeats) handlerOf(id)?.(focus);
  };
}

function canRun(id: CommandId, keys: string, { isTyping, isFree }: Focus): boolean {
  if (!keysOf(id).includes(keys) || handlerOf(id) === null) return false;
  if (isFocusKey(keys) && !isFree) return false;
  return !isTyping || !isSingleKey(keys) || commandOf(id).whileTyping === true;
}

/** A checkbox is an input, and takes no letters. */
const FIELDS =
  'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"])';

function hasDialog(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

const POPUPS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Returns the popover or menu on top if the focus is elsewhere, because its content is still being loaded; else null. */
function popupWithoutFocus(target: EventTarget | null): HTMLElement | null {
  const shown = [...document.querySelectorAll<HTMLElement>(POPUPS)];
  const top = shown.findLast((popup) => popup.getClientRects().length > 0);
  return top && !(target instanceof Node && top.contains(target)) ? top : null;
}

function readFocus({ target: place }: { target: EventTarget | null }): Focus {
  const target = place instanceof HTMLElement ? place : null;
  const isInPopup = target?.closest(POPUPS) ?? null;
  return {
    target,
    isElsewhere: isInPopup !== null || hasDialog(),
    isTyping: target?.matches(FIELDS) ?? false,
    isFree: target === null || target === document.body || target.closest('[role="listbox"]') !== null,
  };
}
