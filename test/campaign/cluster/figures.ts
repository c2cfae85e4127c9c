import { type ClientRecord, type RecordOf, recordsOf } from '../records.ts';
import { countRetries } from './check.ts';

/** What the clients of several servers saw, beside what every campaign counts. */
export interface ClusterFigures {
  servers: number;
  reads: number;
  /** Requests during rolling restarts, and those of them that had to be repeated. */
  requests: number;
  repeated: number;
  /** How long each dashboard was without a socket, each time. */
  reconnects: readonly number[];
  revocations: readonly RecordOf<'revocation'>[];
  limits: readonly RecordOf<'limit'>[];
}

/** Returns the figures of a campaign with several servers. */
export function clusterFigures(servers: number, records: readonly ClientRecord[]): ClusterFigures {
  return {
    servers,
    reads: recordsOf(records, 'read').filter(({ status }) => status === 200).length,
    ...countRetries(records),
    reconnects: recordsOf(records, 'reconnect').map(({ ms }) => ms),
    revocations: recordsOf(records, 'revocation'),
    limits: recordsOf(records, 'limit'),
  };
}

/** Returns these figures as a table of the report. */
export function clusterLines(figures: ClusterFigures): string[] {
  const { servers, reads, requests, repeated, reconnects, revocations, limits } = figures;
  const ofKind = (kind: RecordOf<'revocation'>['what']) =>
    revocations.filter(({ what }) => what === kind).map(({ ms }) => ms);
  const [limit] = limits;
  return [
    `| ${servers} servers together | |`,
    '|---|---|',
    `| lists and histories read | ${reads} |`,
    `| requests during rolling restarts | ${requests} |`,
    `| of these repeated once | ${repeated} |`,
    `| sockets that moved to another server | ${reconnects.length}, without one for ${spread(reconnects)} |`,
    `| a revoked key is refused everywhere after | ${spread(ofKind('key'))} |`,
    `| a session that has ended is refused everywhere after | ${spread(ofKind('session'))} |`,
    `| its socket at another server is closed after | ${spread(ofKind('socket'))} |`,
    `| sign-ins of one address, at the servers in turn | ${limits.map(({ allowed }) => allowed).join(', ')} allowed; limit ${limit?.limit ?? 'not tried'} |`,
    '',
  ];
}

/** Returns the median and the longest of some times. */
function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  if (sorted.length === 0) return 'no case';
  return `${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms (longest)`;
}
