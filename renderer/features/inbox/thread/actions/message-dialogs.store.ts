import { create } from 'zustand';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { onLeave } from '../../../../lib/on-leave.ts';

/** The dialog about a message that is open: its details, or where to forward it. */
export const useMessageDialog = create<{ kind: 'info' | 'forward' | null; message: ThreadMessage | null }>(
  () => ({ kind: null, message: null }),
);

onLeave(() => useMessageDialog.setState({ kind: null, message: null }));

/** Opens a dialog about a message. */
export function openMessageDialog(kind: 'info' | 'forward', message: ThreadMessage): void {
  useMessageDialog.setState({ kind, message });
}

/** Closes the dialog. The message stays while it fades out. */
export function closeMessageDialog(): void {
  useMessageDialog.setState({ kind: null });
}
