/** A call of the business to the platform, without its token. */
interface GraphCall {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly phoneNumberId: string | null;
  readonly body: unknown;
  /** Null if the connection was closed without a response. */
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

/** Stores the newest calls for test assertions, in memory only. Accepted sends are stored as messages. */
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
