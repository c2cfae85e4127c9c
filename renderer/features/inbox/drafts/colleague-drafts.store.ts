import { create } from 'zustand';
import type { DraftTakenSignal } from '../../../../shared/events/index.ts';
import { onLeave } from '../../../lib/on-leave.ts';

/** Who has taken over the reply that is being written here, by conversation, until the person has read it. */
export const useTakenDrafts = create<Readonly<Record<string, string>>>(() => ({}));

onLeave(() => useTakenDrafts.setState({}, true));

/** Notes that a colleague has taken over a reply. */
export function noteTakenDraft({ conversationId, by }: DraftTakenSignal): void {
  useTakenDrafts.setState({ [conversationId]: by });
}

/** Ends the notice about it. */
export function forgetTakenDraft(conversationId: string): void {
  const { [conversationId]: _read, ...others } = useTakenDrafts.getState();
  useTakenDrafts.setState(others, true);
}
