import { create } from 'zustand';

interface ConfirmationState {
  /** Ends the wait of the requests: true once the person has confirmed, false when they do not want to. */
  answer: ((isConfirmed: boolean) => void) | null;
}

/** Whether requests wait for the person to enter their password. The dialog of the app shows this. */
export const useConfirmation = create<ConfirmationState>(() => ({ answer: null }));

let waiting: Promise<boolean> | null = null;

/** Asks the person to confirm that it is them; requests that ask at the same time share one dialog. */
export function askForConfirmation(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    useConfirmation.setState({
      answer: (isConfirmed) => {
        waiting = null;
        useConfirmation.setState({ answer: null });
        resolve(isConfirmed);
      },
    });
  });
  return waiting;
}
