import type { Worker } from '../../../shared/contract/inference-workers.contract.ts';

export interface WorkerState {
  tone: 'good' | 'busy' | 'bad';
  /** `Online` or `Offline`, then what it does. */
  label: string;
}

/** How a worker is, in two or three words. */
export function stateOf({ isOnline, status }: Pick<Worker, 'isOnline' | 'status'>): WorkerState {
  if (!isOnline) return { tone: 'bad', label: 'Offline' };
  const { state, progress, slots, restarts } = status;
  switch (state) {
    case 'loading':
      return { tone: 'busy', label: `Online – loading ${Math.round(progress * 100)} %` };
    case 'restarting':
      return { tone: 'bad', label: `Online – engine restarting (${restarts})` };
    case 'failed':
      return { tone: 'bad', label: 'Online – no model' };
    case 'stopped':
      return { tone: 'bad', label: 'Stopping' };
    case 'ready': {
      const busy = slots.filter((slot) => slot.state !== 'idle').length;
      return {
        tone: 'good',
        label: busy === 0 ? 'Online – ready' : `Online – busy ${busy} of ${slots.length}`,
      };
    }
  }
}
