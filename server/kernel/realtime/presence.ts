import { z } from 'zod';
import { idSchema } from '../../../shared/domain/ids.ts';
import { type Language, LanguageSchema } from '../../../shared/domain/language.ts';
import type { Role } from '../../../shared/domain/roles.ts';
import { ROLE_PERMISSIONS } from '../../../shared/domain/roles.ts';
import {
  PRESENCE_LEASE_MS,
  type PresenceSignal,
  type PresenceUpdate,
  type PresentPerson,
} from '../../../shared/events/presence.ts';
import type { UserActor } from '../auth/actor.ts';

const PresenceSignalSchema: z.ZodType<PresenceSignal> = z.strictObject({
  conversationId: idSchema('conversation').nullable(),
  state: z.enum(['viewing', 'replying']),
  language: LanguageSchema.optional(),
});

/** Open conversations that are known per workspace, of all servers; more are not shown. */
const PER_TENANT_MAX = 2_000;
/** People that are shown in a conversation. */
const SHOWN_MAX = 20;
/** Signals of one socket that count in ten seconds. A dashboard sends a few; what comes after is repeated later. */
const SIGNALS_MAX = 40;
const LIMIT_MS = 10_000;

/** A signal as servers pass it on; without a conversation, the socket has none open. */
export interface SharedSignal {
  tenantId: string;
  socketId: string;
  person: Pick<PresentPerson, 'id' | 'name'>;
  signal: PresenceSignal;
}

/** A person as the server knows them: what they read in is not shown to others. */
export interface Reader extends PresentPerson {
  language: Language | undefined;
}

interface Lease {
  conversationId: string;
  person: Reader;
  until: number;
}

export interface PresenceParts {
  /** Sends a change to the open dashboards of a workspace at this server. */
  show(tenantId: string, update: PresenceUpdate): void;
  /** Passes a signal of this server on to the others. */
  share(signal: SharedSignal): void;
  /** Returns a time that only goes forward, in milliseconds. */
  now?(): number;
  /** Tests pass a smaller one. */
  perTenantMax?: number;
}

/** Returns the room whose sockets see who is in the conversations of a workspace. */
export function presenceRoom(tenantId: string): string {
  return `tenant:${tenantId}:presence`;
}

/** Whether people with this role see conversations, and so who is in them. */
export function seesPresence(role: Role): boolean {
  return ROLE_PERMISSIONS[role].has('messages:read');
}

/**
 * Knows who has which conversation on the screen, for as long as their dashboards say so. Nothing of it is stored:
 * a server that ends takes its people with it, and the leases that others know of them run out.
 */
export function createPresence({
  show,
  share,
  now = () => performance.now(),
  perTenantMax = PER_TENANT_MAX,
}: PresenceParts) {
  const tenants = new Map<string, Map<string, Lease>>();

  /** Returns who has a conversation on the screen. */
  function peopleIn(tenantId: string, conversationId: string): Reader[] {
    const people = new Map<string, Reader>();
    for (const lease of tenants.get(tenantId)?.values() ?? []) {
      if (lease.conversationId !== conversationId) continue;
      const known = people.get(lease.person.id);
      // On two screens, the more important of the two counts.
      if (known?.state !== 'replying') people.set(lease.person.id, lease.person);
    }
    return [...people.values()].slice(0, SHOWN_MAX);
  }

  function shownIn(tenantId: string, conversationId: string): PresenceUpdate['conversations'][number] {
    const people = peopleIn(tenantId, conversationId).map(({ language: _, ...person }) => person);
    return { conversationId, people };
  }

  function showPeople(tenantId: string, conversationIds: Iterable<string>): void {
    const conversations = [...conversationIds].map((id) => shownIn(tenantId, id));
    if (conversations.length > 0) show(tenantId, { isComplete: false, conversations });
  }

  /** Applies a signal of this server or another one. */
  function receive({ tenantId, socketId, person, signal }: SharedSignal): void {
    const leases = tenants.get(tenantId) ?? new Map<string, Lease>();
    const before = leases.get(socketId);
    const { conversationId, state, language } = signal;
    if (conversationId === null) leases.delete(socketId);
    else if (before || leases.size < perTenantMax) {
      const until = now() + PRESENCE_LEASE_MS;
      leases.set(socketId, { conversationId, person: { ...person, state, language }, until });
    }
    if (leases.size > 0) tenants.set(tenantId, leases);
    else tenants.delete(tenantId);
    const isRepeated = before?.conversationId === conversationId && before?.person.state === state;
    if (isRepeated) return;
    showPeople(
      tenantId,
      new Set([before?.conversationId, conversationId].filter((id) => typeof id === 'string')),
    );
  }

  /** Ends the leases that have run out. */
  function sweep(): void {
    for (const [tenantId, leases] of tenants) {
      const ended = new Set<string>();
      for (const [socketId, { until, conversationId }] of leases) {
        if (until > now()) continue;
        leases.delete(socketId);
        ended.add(conversationId);
      }
      if (leases.size === 0) tenants.delete(tenantId);
      showPeople(tenantId, ended);
    }
  }

  /** Returns who is in the conversations of a workspace. */
  function all(tenantId: string): PresenceUpdate {
    const ids = new Set([...(tenants.get(tenantId)?.values() ?? [])].map((lease) => lease.conversationId));
    return { isComplete: true, conversations: [...ids].map((id) => shownIn(tenantId, id)) };
  }

  /** Returns what to do with what a socket of this server says, and when it ends. */
  function follow(socketId: string, { scope, id, name }: UserActor) {
    const from = { tenantId: scope.tenantId, socketId, person: { id, name } };
    let begin = now();
    let signals = 0;
    function take(signal: PresenceSignal): void {
      receive({ ...from, signal });
      share({ ...from, signal });
    }
    return {
      say: (given: unknown): void => {
        if (now() - begin > LIMIT_MS) {
          begin = now();
          signals = 0;
        }
        signals += 1;
        const parsed = signals > SIGNALS_MAX ? null : PresenceSignalSchema.safeParse(given);
        if (parsed?.success) take(parsed.data);
      },
      end: (): void => take({ conversationId: null, state: 'viewing' }),
    };
  }

  return { receive, sweep, all, follow, peopleIn };
}
