import { expect } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { asJson } from '../../server/db/define-model.ts';
import type { Insights } from '../../shared/contract/public/insights.contract.ts';
import type { Json } from './messaging.ts';

/** A workspace's figures, counted from its messages and its events with nothing stored in between. */
export interface Recount {
  messagesReceived: number;
  messagesSent: number;
  sentByMember: Record<string, number>;
  failedByReason: Record<string, number>;
  conversationsOpened: number;
  conversationsClosed: number;
  /** In seconds, shortest first; without business hours. */
  firstResponse: number[];
  resolution: number[];
}

interface Followed {
  isOpen: boolean;
  /** When it was opened, or closed. */
  openedAt: number;
  waitingSince: number | null;
  isAnswered: boolean;
}

const COUNTED = "type <> 'system' AND status <> 'scheduled' AND is_history = 0";

/** Counts everything that a workspace has done, while nothing happens in it. */
export async function recount(database: Database, tenantId: Buffer): Promise<Recount> {
  const sums = (sql: string) =>
    database.select<{ part: string; n: number }>(`${sql} GROUP BY 1`, { tenantId });
  const directions = await sums(
    `SELECT direction AS part, COUNT(*) AS n FROM messages WHERE tenant_id = :tenantId AND ${COUNTED}`,
  );
  const members = await sums(
    `SELECT u.name AS part, COUNT(*) AS n FROM messages m JOIN users u ON u.id = m.author_id
     WHERE m.tenant_id = :tenantId AND m.status <> 'scheduled'`,
  );
  const failures = await sums(
    `SELECT JSON_UNQUOTE(JSON_EXTRACT(error, '$.code')) AS part, COUNT(*) AS n FROM messages
     WHERE tenant_id = :tenantId AND status = 'failed'`,
  );
  const byPart = (rows: readonly { part: string; n: number }[]) =>
    Object.fromEntries(rows.map(({ part, n }) => [part, Number(n)]));
  return {
    messagesReceived: byPart(directions).inbound ?? 0,
    messagesSent: byPart(directions).outbound ?? 0,
    sentByMember: byPart(members),
    failedByReason: byPart(failures),
    ...(await recountConversations(database, tenantId)),
  };
}

async function recountConversations(database: Database, tenantId: Buffer) {
  const events = await database.select<{ name: string; payload: Json; createdAt: Date }>(
    'SELECT name, payload, created_at AS createdAt FROM events WHERE tenant_id = :tenantId ORDER BY seq',
    { tenantId },
  );
  const firstResponse: number[] = [];
  const resolution: number[] = [];
  // The platform reports the time of a message in seconds. Messages of one second that open a conversation twice, with a
  // close between them, are one opening.
  const opened = new Set<string>();
  const known = new Map<string, Followed>();
  for (const { name, payload, createdAt } of events) {
    if (!['conversation.updated', 'message.received', 'message.queued'].includes(name)) continue;
    const { message, conversation } = asJson<Json>(payload);
    const at = Date.parse(name === 'conversation.updated' ? createdAt.toISOString() : message.createdAt);
    const before = known.get(conversation.id);
    const waitingSince = conversation.waitingSince === null ? null : Date.parse(conversation.waitingSince);
    const isOpen = conversation.status !== 'closed';
    const isAnswer = name === 'message.queued' && ['member', 'program'].includes(message.sentBy);
    const waited = before && !before.isAnswered ? before.waitingSince : null;
    // "Send and close" closes before it sends.
    const closedWith =
      !before?.isOpen && message?.sentBy === 'member' && at - (before?.openedAt ?? 0) <= 60_000;
    const answers = isAnswer && waited !== null && waitingSince === null;
    if (answers && (isOpen ? before?.isOpen : closedWith))
      firstResponse.push(Math.floor((at - waited) / 1_000));
    if (isOpen && !before?.isOpen) opened.add(`${conversation.id} ${at}`);
    if (!isOpen && before?.isOpen) resolution.push(Math.floor((at - before.openedAt) / 1_000));
    // A closed one has no wait of its own: it keeps that of before, until someone answers.
    known.set(
      conversation.id,
      isOpen
        ? {
            ...{ isOpen, waitingSince, isAnswered: conversation.firstResponseAt !== null },
            openedAt: before?.isOpen ? before.openedAt : at,
          }
        : {
            ...{ isOpen, waitingSince: isAnswer ? null : (before?.waitingSince ?? null) },
            isAnswered: before?.isAnswered ?? true,
            openedAt: before && !before.isOpen ? before.openedAt : at,
          },
    );
  }
  const sorted = (seconds: number[]) => seconds.toSorted((a, b) => a - b);
  return {
    ...{ conversationsOpened: opened.size, conversationsClosed: resolution.length },
    ...{ firstResponse: sorted(firstResponse), resolution: sorted(resolution) },
  };
}

/** Expects the figures of a period that has everything to be those that were counted. */
export function expectFigures(figures: Insights, counted: Recount): void {
  const { members, failedReasons, points } = figures;
  const counts = {
    messagesReceived: counted.messagesReceived,
    messagesSent: counted.messagesSent,
    conversationsOpened: counted.conversationsOpened,
    conversationsClosed: counted.conversationsClosed,
    failedSends: Object.values(counted.failedByReason).reduce((sum, n) => sum + n, 0),
  };
  const names = Object.keys(counts) as (keyof typeof counts)[];
  expect(Object.fromEntries(names.map((name) => [name, figures[name].value]))).toEqual(counts);
  const overPoints = names.map((name) => [name, points.reduce((sum, point) => sum + point[name], 0)]);
  expect(Object.fromEntries(overPoints), 'the points add up to the figures').toEqual(counts);
  const byCode = failedReasons.filter(({ value }) => value > 0).map(({ code, value }) => [code, value]);
  expect(Object.fromEntries(byCode)).toEqual(counted.failedByReason);
  const bySender = members.filter(({ messagesSent }) => messagesSent > 0);
  expect(Object.fromEntries(bySender.map(({ name, messagesSent }) => [name, messagesSent]))).toEqual(
    counted.sentByMember,
  );
  expectTimes(figures.firstResponse, counted.firstResponse);
  expectTimes(figures.resolution, counted.resolution);
}

/** The number of times is exact; each percentile is within 2.5%, and rounded to a second. */
function expectTimes({ count, medianSeconds, p90Seconds }: Insights['resolution'], seconds: number[]): void {
  expect(count).toBe(seconds.length);
  for (const [share, shown] of [
    [0.5, medianSeconds],
    [0.9, p90Seconds],
  ] as const) {
    const exact = seconds[Math.max(0, Math.ceil(share * seconds.length) - 1)];
    if (exact === undefined) expect(shown).toBeNull();
    else expect(Math.abs((shown ?? -1) - exact)).toBeLessThanOrEqual(0.5 + exact * 0.025);
  }
}
