import type { Database } from '../../db/database.ts';

/** An API server that shares this database, as the other servers see it. */
export interface ServerRow {
  id: Buffer;
  host: string;
  port: number;
  leaseTag: Buffer;
  hasRedis: number;
  storageId: string;
  /** Grows while the server runs. */
  beats: number;
  isStopping: number;
  startedAt: Date;
  /** Seconds since its last beat, by the database's clock. */
  silentSeconds: number;
}

export interface NewServer {
  id: Buffer;
  /** A digest of the machine, the address and port, and the data folder: a process that has opened the port is alone in it. */
  place: Buffer;
  host: string;
  port: number;
  leaseTag: Buffer;
  hasRedis: boolean;
  storageId: string;
}

/** Returns the lease tags of earlier processes in a place, which have ended: their port was free. */
export async function leaseTagsAt(db: Database, place: Buffer): Promise<Buffer[]> {
  const rows = await db.select<{ leaseTag: Buffer }>(
    '/* system: servers */ SELECT lease_tag AS leaseTag FROM servers WHERE place = :place LIMIT 200',
    { place },
  );
  return rows.map((row) => row.leaseTag);
}

/** Registers a server in the place of earlier ones. */
export async function registerServer(db: Database, server: NewServer): Promise<void> {
  await db.transaction(async (tx) => {
    await db.run(
      '/* system: servers */ DELETE FROM servers WHERE place = :place',
      { place: server.place },
      tx,
    );
    await db.run(
      `/* system: servers */ INSERT INTO servers
         (id, place, host, port, lease_tag, has_redis, storage_id, started_at, seen_at)
       VALUES (:id, :place, :host, :port, :leaseTag, :hasRedis, :storageId, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
      { ...server, hasRedis: server.hasRedis ? 1 : 0 },
      tx,
    );
  });
}

/** Notes that a server runs. Returns false when another server has removed its row. */
export async function beat(db: Database, id: Buffer, clockOffsetMs: number): Promise<boolean> {
  const changed = await db.run(
    `/* system: servers */ UPDATE servers SET beats = beats + 1, seen_at = UTC_TIMESTAMP(3),
       clock_offset_ms = :clockOffsetMs WHERE id = :id`,
    { id, clockOffsetMs: Math.max(-2_147_483_648, Math.min(2_147_483_647, Math.round(clockOffsetMs))) },
  );
  return changed > 0;
}

/** Returns all registered servers, the oldest first, at most 200. */
export function listServers(db: Database): Promise<ServerRow[]> {
  return db.select<ServerRow>(
    `/* system: servers */ SELECT id, host, port, lease_tag AS leaseTag, has_redis AS hasRedis,
       storage_id AS storageId, beats, is_stopping AS isStopping, started_at AS startedAt,
       TIMESTAMPDIFF(SECOND, seen_at, UTC_TIMESTAMP(3)) AS silentSeconds
     FROM servers ORDER BY started_at, id LIMIT 200`,
  );
}

/** Marks a server as stopping: it no longer counts for the others. */
export async function markStopping(db: Database, id: Buffer): Promise<void> {
  await db.run('/* system: servers */ UPDATE servers SET is_stopping = 1 WHERE id = :id', { id });
}

/** Removes a server. Returns false when another server did so first. */
export async function removeServer(db: Database, id: Buffer): Promise<boolean> {
  return (await db.run('/* system: servers */ DELETE FROM servers WHERE id = :id', { id })) > 0;
}

/** Removes all servers: the embedded database has only one. */
export async function removeAllServers(db: Database): Promise<void> {
  await db.run('/* system: servers */ DELETE FROM servers');
}

/** Returns the time of the database, with the milliseconds that its answer took. */
export async function readDatabaseTime(db: Database): Promise<{ now: Date; tookMs: number }> {
  const askedAt = performance.now();
  const [row] = await db.select<{ now: Date }>('SELECT UTC_TIMESTAMP(3) AS now');
  if (!row) throw new Error('the database returned no time');
  return { now: row.now, tookMs: performance.now() - askedAt };
}
