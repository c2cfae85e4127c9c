import { create } from 'zustand';

const STORED_AS = 'switchboard.undo-send';

/** Whether messages can be undone for some seconds before they are sent, by the person's choice on this device. */
export const useUndoSend = create<{ isOn: boolean }>(() => ({
  isOn: globalThis.localStorage?.getItem(STORED_AS) === 'on',
}));

/** Stores the choice on this device. It applies to the next message. */
export function chooseUndoSend(isOn: boolean): void {
  globalThis.localStorage?.setItem(STORED_AS, isOn ? 'on' : 'off');
  useUndoSend.setState({ isOn });
}
