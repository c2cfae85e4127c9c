import { createHmac } from 'node:crypto';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { envelope } from '../helpers/platform.ts';

/** A callback to send, and its expected response. */
export interface HostileCallback {
  raw: string;
  tenantId: string;
  signature: string | null;
  answer: 200 | 401;
}

/** The expected state afterwards. */
export interface Expected {
  /** Platform ids of messages, each of which must be stored exactly once. */
  messages: Set<string>;
  /** The reported statuses of each outbound message. */
  reports: Map<string, Set<string>>;
  /** The marks in the payloads of items that must be parked. */
  poison: Set<string>;
}

/** Returns a seeded random number generator. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface MixOptions {
  seed: number;
  count: number;
  tenantId: string;
  otherTenantId: string;
  /** Platform ids of outbound messages that statuses can refer to. */
  sent: readonly string[];
}

const BATCH = 100;
const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;
const ODD_KINDS = ['hologram', 'unknown', 'unsupported', 'ephemeral', 'interactive'];

/** Generates the hostile mix of callbacks with its expected results. */
export function hostileMix({ seed, count, tenantId, otherTenantId, sent }: MixOptions) {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const expected: Expected = { messages: new Set(), reports: new Map(), poison: new Set() };
  const items: object[] = [];
  let made = 0;
  const second = () => String(Math.floor(Date.now() / 1000) - below(3_600));
  const customer = () => `155501${String(60_000 + below(80))}`;

  function message(): object {
    made += 1;
    const id = `wamid.hostile.${seed}.${made}`;
    expected.messages.add(id);
    const base = { from: customer(), id, timestamp: second() };
    const kind = random();
    if (kind < 0.1) {
      const type = pick(ODD_KINDS);
      return { ...base, type, [type]: type === 'interactive' ? undefined : { odd: made } };
    }
    if (kind < 0.2)
      return { ...base, type: 'location', location: { latitude: 1, longitude: 2, name: `Place ${made}` } };
    return { ...base, type: 'text', text: { body: `text ${made} ${'é🙂'.repeat(below(20))}` } };
  }

  /** Returns an unreadable item with a mark, which is found in the list of parked items. */
  function poison(): object {
    made += 1;
    const mark = `poison.${seed}.${made}`;
    expected.poison.add(mark);
    const id = `wamid.${mark}`;
    return pick<object>([
      { id, type: 'text', text: { body: 'nobody wrote this' }, mark },
      {
        id: { deep: [id] },
        from: '15550160001',
        timestamp: 'yesterday',
        type: 'text',
        text: { body: 'x' },
        mark,
      },
      { from: '15550160001', timestamp: second(), type: 'text', text: { body: 'no id' }, mark },
      { id, from: ['15550160001'], timestamp: second(), type: { deep: [mark] }, mark },
    ]);
  }

  function status(): object {
    const id = pick(sent);
    const word = pick(STATUSES);
    expected.reports.set(id, (expected.reports.get(id) ?? new Set()).add(word));
    const errors = word === 'failed' ? { errors: [{ code: 131026, title: 'Message undeliverable' }] } : {};
    return { id, status: word, timestamp: second(), recipient_id: '15550160001', ...errors };
  }

  /** Returns a body with messages and statuses in several values, some of them repeated. */
  function batch(): object {
    const messages = Array.from({ length: BATCH - 31 }, () =>
      items.length > 0 && random() < 0.1 ? pick(items) : message(),
    );
    messages.splice(below(messages.length), 0, poison());
    const half = below(messages.length);
    const statuses = Array.from({ length: 30 }, status);
    const body = envelope({ messages: messages.slice(0, half), statuses: statuses.slice(0, 15) });
    const rest = envelope({ messages: messages.slice(half), statuses: statuses.slice(15) });
    return { ...body, entry: [...body.entry, ...rest.entry] };
  }

  const sign = (raw: string, secret: string) =>
    `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
  const good = (body: object | string): HostileCallback => {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    return { raw, tenantId, signature: sign(raw, demoAccount.appSecret), answer: 200 };
  };
  /** Returns a callback to reject. Its message is not an expected one, as nothing of it may be stored. */
  const rejected = (how: Partial<HostileCallback>): HostileCallback => {
    made += 1;
    const stray = { from: customer(), id: `wamid.stray.${seed}.${made}`, timestamp: second(), type: 'text' };
    return { ...good(envelope({ messages: [{ ...stray, text: { body: 'stray' } }] })), answer: 401, ...how };
  };

  const callbacks: HostileCallback[] = [];
  for (let index = 0; index < count; index += 1) {
    const what = random();
    const before = callbacks.findLast((one) => one.answer === 200);
    if (what < 0.01) callbacks.push(good(batch()));
    else if (what < 0.1 && before) callbacks.push(before);
    else if (what < 0.16 && items.length > 0)
      callbacks.push(good(envelope({ messages: [pick(items), message()] })));
    else if (what < 0.36) callbacks.push(good(envelope({ statuses: [status()] })));
    else if (what < 0.39) callbacks.push(good(envelope({ messages: [poison()] })));
    else if (what < 0.42) callbacks.push(rejected({ signature: `sha256=${'0'.repeat(64)}` }));
    else if (what < 0.44) callbacks.push(rejected({ signature: null }));
    else if (what < 0.46) callbacks.push(rejected({ tenantId: otherTenantId }));
    else if (what < 0.48) callbacks.push(rejected({ tenantId: 'svc-nobody' }));
    else if (what < 0.5) callbacks.push(good(`{"entry":[{"changes":`));
    else if (what < 0.52) callbacks.push(good(envelope({ value: made }, `unheard_of_${below(5)}`)));
    else {
      const one = message();
      items.push(one);
      callbacks.push(good(envelope({ messages: [one] })));
    }
  }
  return { callbacks, expected };
}
