import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server } from 'socket.io';
import type { ServerToClientEvents } from '../../../shared/events/index.ts';
import type { UserActor } from '../auth/actor.ts';
import type { HostCheck } from '../http/allowed-hosts.ts';
import type { Logger } from '../logging/logger.ts';
import type { StoredEvent } from '../outbox/relay.ts';
import type { Redis } from '../redis/redis.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { envelopeFor } from './audience.ts';

const STREAM = 'switchboard:sockets';

/** The time that a reader blocks before it reads again; a stop waits for it. */
const WAIT_MS = 1_000;

const STREAM_LENGTH_MAX = 10_000;

/** Sends events to open dashboards. It receives nothing; commands arrive over HTTP. */
export interface Realtime {
  attach(server: HttpServer): void;
  publish(scope: TenantScope, events: readonly StoredEvent[]): Promise<void>;
  disconnectSession(sessionId: string): void;
  disconnectMember(scope: TenantScope, userId: string): void;
  close(): Promise<void>;
}

export interface RealtimeDeps {
  logger: Logger;
  checkHost: HostCheck;
  /** Carries events to the sockets of other servers; null with a single server. */
  redis: Redis | null;
  /** Returns the person to whom a ticket belongs, and consumes it. */
  redeem(ticket: string): Promise<UserActor | null>;
  latestSeq(scope: TenantScope): Promise<number>;
}

const TICK_MS = 30_000;

type Sockets = Server<
  Record<string, never>,
  ServerToClientEvents,
  Record<string, never>,
  { actor?: UserActor }
>;

export function createRealtime({ logger, checkHost, redis, redeem, latestSeq }: RealtimeDeps): Realtime {
  const io: Sockets = new Server({
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: 64_000,
    connectTimeout: 10_000,
    allowRequest: (req, callback) => {
      const reason = checkHost(req.headers);
      callback(reason, reason === null);
    },
  });

  io.use(async (socket, next) => {
    try {
      const ticket: unknown = socket.handshake.auth.ticket;
      const actor = typeof ticket === 'string' ? await redeem(ticket) : null;
      if (!actor) {
        next(new Error('session_required'));
        return;
      }
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
    // Only the server chooses the rooms, from the session: clients cannot name one.
    void socket.join([
      audienceRoom(actor.scope, actor.role === 'staff' ? 'staff' : 'admins'),
      sessionRoom(actor.sessionId),
      memberRoom(actor.scope, actor.id),
    ]);
    const tick = async () => socket.emit('tick', { seq: await latestSeq(actor.scope) });
    const timer = setInterval(() => void tick().catch(() => undefined), TICK_MS);
    socket.on('disconnect', () => clearInterval(timer));
    void tick().catch(() => undefined);
  });

  return {
    attach: (server) => {
      if (redis) io.adapter(createClusterAdapter(redis));
      io.attach(server);
    },
    publish: async (scope, events) => {
      for (const event of events) {
        io.to(audienceRoom(scope, 'admins')).emit('event', event);
        io.to(audienceRoom(scope, 'staff')).emit('event', envelopeFor('staff', event));
      }
    },
    disconnectSession: (sessionId) => io.in(sessionRoom(sessionId)).disconnectSockets(true),
    disconnectMember: (scope, userId) => io.in(memberRoom(scope, userId)).disconnectSockets(true),
    close: async () => {
      await io.close();
    },
  };
}

function audienceRoom(scope: TenantScope, audience: 'admins' | 'staff'): string {
  return `tenant:${scope.tenantId}:${audience}`;
}

function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

function memberRoom(scope: TenantScope, userId: string): string {
  return `tenant:${scope.tenantId}:member:${userId}`;
}

/**
 * Carries what is sent to a room to the sockets of every server. While Redis is unavailable, each server
 * serves its own sockets; clients of other servers catch up with the number in their next tick.
 */
function createClusterAdapter(redis: Redis): ReturnType<typeof createAdapter> {
  // The part of a client that the adapter uses. It sends events to its own sockets only once they are
  // published, so publishing must neither wait for Redis nor hang.
  const publisher = {
    duplicate: () => withoutRejections(redis.openReader()),
    xAdd: (...args: never[]) => redis.run((client) => (client.xAdd as Command)(...args)),
    publish: (...args: never[]) => redis.run((client) => (client.publish as Command)(...args)),
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
