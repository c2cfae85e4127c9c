import type { ChatMessage, Customer } from './model.ts';

/** What the phone page hears as it happens. */
export type SandboxEvent =
  | { readonly type: 'message'; readonly message: ChatMessage }
  | { readonly type: 'customer'; readonly customer: Customer }
  | { readonly type: 'typing'; readonly phoneNumberId: string; readonly waId: string; readonly until: number }
  | { readonly type: 'activity'; readonly activity: Activity }
  /** A template was made, judged or deleted. */
  | { readonly type: 'templates' }
  /** Something larger changed (a reset, another account): read everything again. */
  | { readonly type: 'reload' };

/** One line of the log behind the scenes: a call of the business or a callback to it. */
interface Activity {
  readonly at: number;
  readonly phoneNumberId: string | null;
  readonly kind: 'call' | 'callback';
  readonly title: string;
  readonly outcome: string;
  readonly ok: boolean;
}

export interface Hub {
  emit(event: SandboxEvent): void;
  /** @returns the function that ends the subscription. */
  listen(listener: (event: SandboxEvent) => void): () => void;
  recentActivity(): readonly Activity[];
}

const activityKept = 200;

/** Hands events to all listeners, and keeps the newest activity for a page that opens later. */
export function createHub(): Hub {
  const listeners = new Set<(event: SandboxEvent) => void>();
  const activity: Activity[] = [];
  return {
    emit(event) {
      if (event.type === 'activity') {
        activity.push(event.activity);
        if (activity.length > activityKept) activity.shift();
      }
      for (const listener of listeners) listener(event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recentActivity: () => activity,
  };
}
