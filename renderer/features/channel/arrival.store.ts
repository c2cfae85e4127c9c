import { create } from 'zustand';
import { onLeave } from '../../lib/on-leave.ts';

/** A message that arrived while this page was open. */
export interface Arrival {
  from: string;
  text: string;
  conversationId: string;
}

/** The newest message, which completes the last setup step. */
export const useArrival = create<{ arrival: Arrival | null }>(() => ({ arrival: null }));

onLeave(() => useArrival.setState({ arrival: null }));

/** Stores a message that has arrived. */
export function noteArrival(arrival: Arrival): void {
  useArrival.setState({ arrival });
}
