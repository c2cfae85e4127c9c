/** One call that the business made to the platform; its token is left out. */
interface GraphCall {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly phoneNumberId: string | null;
  readonly body: unknown;
  /** null when the connection was cut instead of answered. */
  readonly status: number | null;
  readonly errorCode: number | null;
  readonly wamid: string | null;
}

export interface CallLog {
  add(call: Omit<GraphCall, 'seq'>): GraphCall;
  /** Calls after `since`, oldest first. */
  list(since: number): readonly GraphCall[];
  forget(): void;
}

const kept = 20_000;

/** Remembers the newest calls for test assertions, in memory only; accepted sends are kept as messages. */
export function createCallLog(): CallLog {
  let calls: GraphCall[] = [];
  let seq = 0;
  return {
    add(call) {
      seq += 1;
      const entry = { ...call, seq };
      calls.push(entry);
      if (calls.length > kept * 1.1) calls = calls.slice(-kept);
      return entry;
    },
    list: (since) => calls.filter((call) => call.seq > since),
    forget() {
      calls = [];
    },
  };
}
