import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server } from 'socket.io';
import type { Role } from '../../../shared/domain/roles.ts';
import type {
  ClientToServerEvents,
  MemberSignal,
  ServerToClientEvents,
} from '../../../shared/events/index.ts';
import type { UserActor } from '../auth/actor.ts';
import type { HostCheck } from '../http/allowed-hosts.ts';
import type { Logger } from '../logging/logger.ts';
import type { StoredEvent } from '../outbox/relay.ts';
import type { Redis } from '../redis/redis.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { envelopeFor, memberRoom, sessionRoom } from './audience.ts';
import { createPresence, presenceRoom, type Reader, type SharedSignal, seesPresence } from './presence.ts';
import { createSentEvents, type SentEvents } from './sent-events.ts';
import { createSocketPlaces, dropWhenNoisy, dropWhenSlow, SOCKETS_PER_SERVER } from './socket-limits.ts';

/** A tenant with open sockets at this server. */
interface OpenTenant {
  scope: TenantScope;
  sent: SentEvents;
  sockets: number;
}

/** Sends events to open dashboards. All it receives is which conversation is open; commands arrive over HTTP. */
export interface Realtime {
  attach(server: HttpServer): void;
  publish(scope: TenantScope, events: readonly StoredEvent[]): Promise<void>;
  /** Sends a signal to all devices of a member, on every server. It is not stored, and may be lost. */
  signalMember(scope: TenantScope, userId: string, signal: MemberSignal): void;
  /** Returns who has a conversation on the screen, as far as this server knows. */
  peopleIn(scope: TenantScope, conversationId: string): readonly Reader[];
  disconnectSession(sessionId: string): void;
  disconnectMember(scope: TenantScope, userId: string): void;
  /**
   * Checks all sockets of this server now: ends those whose session has ended, moves those whose role has changed,
   * and sends the others the number of the latest event. Happens by itself every 30 seconds.
   */
  recheck(): Promise<void>;
  close(): Promise<void>;
}

export interface RealtimeDeps {
  logger: Logger;
  checkHost: HostCheck;
  /** Carries events to the sockets of other servers; null with a single server. */
  redis: Redis | null;
  /** Returns the person to whom a ticket belongs, and consumes it. */
  redeem(ticket: string): Promise<UserActor | null>;
  /** Returns those of these sessions that have not ended, each with the current role of its person. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Role>>;
  /** Returns the latest event of each tenant, by tenant id. */
  latestSeqs(scopes: readonly TenantScope[]): Promise<ReadonlyMap<string, number>>;
  /** Returns a tenant's next events after a number. */
  eventsAfter(scope: TenantScope, seq: number): Promise<readonly StoredEvent[]>;
}

const TICK_MS = 30_000;
/** How often a server with Redis looks for events that its sockets have missed. */
const LOOK_MS = 1_000;
/** Events that the server sends again itself; clients that miss more read them page by page. */
const CATCH_UP_MAX = 1_000;
const TENANTS_PER_QUERY = 500;
/** How long sockets stay open without a successful check: the database does not answer. */
const UNCHECKED_MS = 55_000;
const SESSIONS_PER_QUERY = 500;
/** How often leases of presence are checked. */
const SWEEP_MS = 5_000;

/** What servers send each other. */
interface ServerToServerEvents {
  events: (tenantId: string, events: readonly StoredEvent[]) => void;
  presence: (signal: SharedSignal) => void;
}

type Sockets = Server<
  ClientToServerEvents,
  ServerToClientEvents,
  ServerToServerEvents,
  { actor?: UserActor }
>;

type OpenSocket = Parameters<Parameters<Sockets['use']>[0]>[0];

export function createRealtime(deps: RealtimeDeps): Realtime {
  const { logger, checkHost, redis, redeem, liveSessions, latestSeqs, eventsAfter } = deps;
  const places = createSocketPlaces();
  const tenants = new Map<string, OpenTenant>();
  const io: Sockets = new Server({
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: 64_000,
    connectTimeout: 10_000,
    allowRequest: (req, callback) => {
      const isFull = io.engine.clientsCount >= SOCKETS_PER_SERVER;
      const reason = isFull ? 'too many connections' : checkHost(req.headers);
      callback(reason, reason === null);
    },
  });

  const presence = createPresence({
    show: (tenantId, update) => io.local.to(presenceRoom(tenantId)).emit('presence', update),
    share: (signal) => {
      if (redis) io.serverSideEmit('presence', signal);
    },
  });

  io.use(async (socket, next) => {
    try {
      const ticket: unknown = socket.handshake.auth.ticket;
      const actor = typeof ticket === 'string' ? await redeem(ticket) : null;
      if (!actor) return next(new Error('session_required'));
      const giveBack = places.take(actor);
      if (!giveBack) return next(new Error('rate_limited'));
      if (socket.conn.readyState === 'open') socket.conn.once('close', giveBack);
      else giveBack();
      socket.data.actor = actor;
      next();
    } catch (error) {
      logger.error({ err: error }, 'socket handshake failed');
      next(new Error('unavailable'));
    }
  });

  io.on('connection', (socket) => {
    const { actor } = socket.data;
    if (!actor) return;
    dropWhenSlow(socket.conn, () => logger.info({ actor: actor.id }, 'slow socket dropped'));
    socket.once('disconnect', countSocket(actor.scope));
    // Only the server chooses the rooms, from the session: clients cannot name one.
    void socket.join([audienceOf(actor), sessionRoom(actor.sessionId), memberRoom(actor.scope, actor.id)]);
    followPresence(socket, actor);
    void latestSeqs([actor.scope])
      .then((seqs) => {
        const seq = seqs.get(actor.scope.tenantId) ?? 0;
        // What this socket is told about is not missing; later events are.
        tenants.get(actor.scope.tenantId)?.sent.begin(seq);
        socket.emit('tick', { seq });
      })
      .catch(() => undefined);
  });

  function followPresence(socket: OpenSocket, actor: UserActor): void {
    const person = presence.follow(socket.id, actor);
    void showPresence(socket, actor);
    socket.on('presence', (signal) => {
      if (seesPresence(socket.data.actor?.role ?? actor.role)) person.say(signal);
    });
    socket.once('disconnect', person.end);
  }

  /** Shows a socket who is in which conversation, if its person may see conversations. */
  async function showPresence(socket: OpenSocket, { scope, role }: UserActor): Promise<void> {
    if (!seesPresence(role)) return socket.leave(presenceRoom(scope.tenantId));
    await socket.join(presenceRoom(scope.tenantId));
    socket.emit('presence', presence.all(scope.tenantId));
  }

  /** Counts an open socket of a tenant; returns how to end that. */
  function countSocket(scope: TenantScope): () => void {
    const tenant = tenants.get(scope.tenantId) ?? { scope, sent: createSentEvents(), sockets: 0 };
    tenants.set(scope.tenantId, tenant);
    tenant.sockets += 1;
    return () => {
      tenant.sockets -= 1;
      if (tenant.sockets === 0) tenants.delete(scope.tenantId);
    };
  }

  /** Sends events to the sockets of this server, except those that were sent before. */
  function deliver(tenantId: string, events: readonly StoredEvent[]): void {
    const tenant = tenants.get(tenantId);
    if (!tenant) return;
    for (const event of events) {
      if (!tenant.sent.add(event.seq)) continue;
      io.local.to(audienceRoom(tenant.scope, 'admins')).emit('event', event);
      io.local.to(audienceRoom(tenant.scope, 'staff')).emit('event', envelopeFor('staff', event));
    }
  }

  /** Sends what Redis has not carried: an outage, a lost connection, a message that came at the wrong moment. */
  async function lookForMissed(): Promise<void> {
    const open = [...tenants.values()];
    for (let start = 0; start < open.length; start += TENANTS_PER_QUERY) {
      const part = open.slice(start, start + TENANTS_PER_QUERY);
      const seqs = await latestSeqs(part.map(({ scope }) => scope));
      for (const tenant of part) await catchUp(tenant, seqs.get(tenant.scope.tenantId) ?? 0);
    }
  }

  async function catchUp({ scope, sent }: OpenTenant, latest: number): Promise<void> {
    let after = sent.missingAfter(latest);
    if (after === null) return;
    if (latest - after > CATCH_UP_MAX) {
      sent.skipTo(latest);
      for (const audience of ['admins', 'staff'] as const)
        io.local.to(audienceRoom(scope, audience)).emit('tick', { seq: latest });
      return;
    }
    while (after < latest) {
      const events = await eventsAfter(scope, after);
      deliver(scope.tenantId, events);
      after = events.at(-1)?.seq ?? latest;
    }
    // Events that were removed meanwhile are not waited for.
    sent.skipTo(latest);
  }

  async function look(): Promise<void> {
    await lookForMissed().catch((error) => logger.warn({ err: error }, 'missed events not sent'));
    if (!isClosed) lookTimer = setTimeout(() => void look(), LOOK_MS);
  }
  let lookTimer: NodeJS.Timeout | undefined;

  /** Checks some sockets, with one query for their sessions and one for their tenants. */
  async function check(sockets: readonly OpenSocket[]): Promise<void> {
    const actors = sockets.flatMap(({ data }) => data.actor ?? []);
    const scopes = new Map(actors.map(({ scope }) => [scope.tenantId, scope]));
    const [roles, seqs] = await Promise.all([
      liveSessions([...new Set(actors.map(({ sessionId }) => sessionId))]),
      latestSeqs([...scopes.values()]),
    ]);
    for (const socket of sockets) {
      const { actor } = socket.data;
      const role = actor && roles.get(actor.sessionId);
      if (!actor || role === undefined) {
        socket.disconnect(true);
        continue;
      }
      if (role !== actor.role) {
        const changed = { ...actor, role };
        void socket.leave(audienceOf(actor));
        void socket.join(audienceOf(changed));
        void showPresence(socket, changed);
        socket.data.actor = changed;
      }
      socket.emit('tick', { seq: seqs.get(actor.scope.tenantId) ?? 0 });
    }
  }

  async function recheck(): Promise<void> {
    const sockets = [...io.of('/').sockets.values()];
    for (let start = 0; start < sockets.length; start += SESSIONS_PER_QUERY) {
      await check(sockets.slice(start, start + SESSIONS_PER_QUERY));
    }
  }

  let checkedAt = performance.now();
  async function tick(): Promise<void> {
    try {
      await recheck();
      checkedAt = performance.now();
    } catch (error) {
      logger.warn({ err: error }, 'sockets not checked');
      // A session may have ended meanwhile, and another server may still send events to its sockets.
      if (performance.now() - checkedAt > UNCHECKED_MS) io.local.disconnectSockets(true);
    }
    if (!isClosed) timer = setTimeout(() => void tick(), TICK_MS);
  }
  let isClosed = false;
  let [timer, sweepTimer]: [NodeJS.Timeout?, NodeJS.Timeout?] = [];

  return {
    attach: (server) => {
      if (redis) {
        io.adapter(createClusterAdapter(redis));
        io.on('events', deliver);
        io.on('presence', presence.receive);
        lookTimer = setTimeout(() => void look(), LOOK_MS);
      }
      io.attach(server);
      io.engine.on('connection', (conn: OpenSocket['conn']) => dropWhenNoisy(conn, logger));
      checkedAt = performance.now();
      timer = setTimeout(() => void tick(), TICK_MS);
      sweepTimer = setInterval(presence.sweep, SWEEP_MS);
    },
    publish: async (scope, events) => {
      // First its own sockets, which never wait for Redis.
      deliver(scope.tenantId, events);
      if (redis) io.serverSideEmit('events', scope.tenantId, events);
    },
    peopleIn: ({ tenantId }, conversationId) => presence.peopleIn(tenantId, conversationId),
    signalMember: (scope, userId, signal) => {
      io.to(memberRoom(scope, userId)).emit('member', signal);
    },
    disconnectSession: (sessionId) => io.in(sessionRoom(sessionId)).disconnectSockets(true),
    disconnectMember: (scope, userId) => io.in(memberRoom(scope, userId)).disconnectSockets(true),
    recheck,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(lookTimer);
      clearInterval(sweepTimer);
      await io.close();
    },
  };
}

/** Returns the room whose events this person may see. */
function audienceOf({ scope, role }: UserActor): string {
  return audienceRoom(scope, role === 'staff' ? 'staff' : 'admins');
}

function audienceRoom(scope: TenantScope, audience: 'admins' | 'staff'): string {
  return `tenant:${scope.tenantId}:${audience}`;
}

const STREAM = 'switchboard:sockets';

/** The time that a reader blocks before it reads again; a stop waits for it. */
const WAIT_MS = 1_000;

/**
 * Entries in the stream: disconnections and signals to members, of some hundred bytes. Events and presence do not enter it: the
 * adapter publishes what servers send each other, and Redis stores nothing of that (test/api/several-servers.test.ts).
 */
const STREAM_LENGTH_MAX = 10_000;

/**
 * Carries events and disconnections to the other servers. While Redis is unavailable, each server serves its own
 * sockets, and reads what the others have missed from the database.
 */
function createClusterAdapter(redis: Redis): ReturnType<typeof createAdapter> {
  // The part of a client that the adapter uses. Publishing must neither wait for Redis nor hang.
  const publisher = {
    duplicate: () => withoutRejections(redis.openReader()),
    xAdd: (...args: never[]) => redis.run((client) => (client.xAdd as Command)(...args)),
    // The adapter ignores this promise.
    publish: (...args: never[]) =>
      redis.run((client) => (client.publish as Command)(...args)).catch(() => undefined),
    /** Identifies this client's package to the adapter. */
    sSubscribe: () => undefined,
  };
  return createAdapter(publisher, { streamName: STREAM, blockTimeInMs: WAIT_MS, maxLen: STREAM_LENGTH_MAX });
}

type Command = (...args: never[]) => Promise<unknown>;

/**
 * The adapter ignores its readers' promises: one that is stopped before it connects must not end the process.
 */
function withoutRejections(reader: ReturnType<Redis['openReader']>) {
  const connect = reader.connect.bind(reader);
  reader.connect = () => connect().catch(() => new Promise(() => undefined));
  return reader;
}
