import type { ChatMessage, Customer } from './model.ts';

/** An event that is sent to the phone page as it happens. */
export type SandboxEvent =
  | { readonly type: 'message'; readonly message: ChatMessage }
  | { readonly type: 'customer'; readonly customer: Customer }
  | { readonly type: 'typing'; readonly phoneNumberId: string; readonly waId: string; readonly until: number }
  | { readonly type: 'activity'; readonly activity: Activity }
  /** A template was created, reviewed or deleted. */
  | { readonly type: 'templates' }
  /** A larger change (a reset, a new account) that requires loading everything again. */
  | { readonly type: 'reload' };

/** An entry of the activity log: a call of the business or a callback to it. */
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
  /** Subscribes to events. @returns a function that ends the subscription. */
  listen(listener: (event: SandboxEvent) => void): () => void;
  recentActivity(): readonly Activity[];
}

const activityKept = 200;

/** Creates a hub that passes events to all listeners, and keeps recent activity for pages that open later. */
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
