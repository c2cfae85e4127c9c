import { ZodError } from 'zod';
import { type CallbackItem, type Notice, splitCallback } from '../cloud-api/payload/envelope.ts';
import { readInboundChange } from '../cloud-api/payload/inbound-change.ts';
import { kindOf, readInboundMessage } from '../cloud-api/payload/inbound-message.ts';
import { readInboundReaction } from '../cloud-api/payload/inbound-reaction.ts';
import { readStatusReport } from '../cloud-api/payload/status-report.ts';
import type { Database } from '../db/database.ts';
import { isDuplicate } from '../db/database-errors.ts';
import { asJson } from '../db/define-model.ts';
import { ParkedItemsRepository } from '../features/parked-items/index.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import type { ApplyInboundChange } from './apply-inbound-change.ts';
import { UNKNOWN_TARGET } from './apply-inbound-change.ts';
import type { ApplyReaction } from './apply-reaction.ts';
import type { ApplyStatus } from './apply-status.ts';
import type { StoreInbound } from './store-inbound.ts';

/** Takes in a notice. @throws {z.ZodError} when it cannot be understood: then it is parked. */
export type TakeNotice = (scope: TenantScope, notice: Notice) => Promise<void>;

export interface ReceiveInboundDeps {
  database: Database;
  logger: Logger;
  applyStatus: ApplyStatus;
  storeInbound: StoreInbound;
  applyReaction: ApplyReaction;
  applyChange: ApplyInboundChange;
  /** Who takes the notices of each field other than `messages`; a field without one is parked. */
  notices: Readonly<Record<string, TakeNotice>>;
  /** The number that the workspace has connected; null when none is. */
  ownNumber(scope: TenantScope): Promise<string | null>;
}

type ChangeKind = 'reaction' | 'edit' | 'revoke';
type MessageItem = Extract<CallbackItem, { kind: 'message' }>;

/**
 * Works through one stored callback, item by item. An item that cannot be understood is parked with its
 * reason and never stops its neighbours; a fault of ours (the database is away) does, and the callback
 * is taken up again: every item is repeatable.
 */
export function createReceiveInbound(deps: ReceiveInboundDeps) {
  const { database } = deps;

  return { receive, applyWaiting };

  async function receive(scope: TenantScope, body: Buffer): Promise<void> {
    let items: CallbackItem[];
    try {
      items = splitCallback(body);
    } catch (error) {
      await park(scope, 'callback', reasonOf(error), body.toString('utf8').slice(0, 100_000));
      return;
    }
    const ownNumber = await deps.ownNumber(scope);
    for (const item of items) await receiveItem(scope, item, ownNumber);
  }

  async function receiveItem(
    scope: TenantScope,
    item: CallbackItem,
    ownNumber: string | null,
  ): Promise<void> {
    if (item.kind === 'other') return park(scope, item.field, item.reason, item.payload);
    if (item.kind === 'notice') return takeNotice(scope, item);
    if (item.phoneNumberId !== ownNumber) {
      const payload = item.kind === 'message' ? item.message : item.status;
      const reason = `It is for the number ${item.phoneNumberId}, which this workspace has not connected.`;
      return park(scope, item.kind, reason, payload);
    }
    if (item.kind === 'message') return receiveMessage(scope, item);
    const { status } = item;
    const report = await understand(scope, item.kind, status, () => readStatusReport(status, new Date()));
    if (report) await deps.applyStatus.apply(scope, report);
  }

  async function receiveMessage(scope: TenantScope, item: MessageItem): Promise<void> {
    const { message: raw, contacts, errors } = item;
    const kind = kindOf(raw);
    if (kind === 'reaction' || kind === 'edit' || kind === 'revoke')
      return change(scope, kind, raw, contacts);
    const message = await understand(scope, item.kind, raw, () =>
      readInboundMessage(raw, contacts, new Date(), errors),
    );
    if (!message) return;
    const fault = await again(() => deps.storeInbound(scope, message));
    if (fault) return park(scope, kind ?? item.kind, fault, raw);
    await applyWaiting(scope, message.platformId);
  }

  /** What changes a message that is there. If it is not there yet, the change waits for it. */
  async function change(
    scope: TenantScope,
    kind: ChangeKind,
    raw: unknown,
    contacts: readonly unknown[],
  ): Promise<void> {
    const { fault, target } = await tryChange(scope, kind, raw, contacts);
    if (fault !== UNKNOWN_TARGET) return fault ? park(scope, kind, fault, raw) : undefined;
    await park(scope, kind, fault, { ...(raw as object), contacts }, target);
    // The message may have come while its change was being parked: look once more.
    await applyWaiting(scope, target);
  }

  /** Why a change could not be made, if so; one that cannot be read is parked here. */
  async function tryChange(
    scope: TenantScope,
    kind: ChangeKind,
    raw: unknown,
    contacts: readonly unknown[],
  ): Promise<{ fault: string | null; target: string }> {
    const now = new Date();
    if (kind === 'reaction') {
      const read = await understand(scope, kind, raw, () => readInboundReaction(raw, now, contacts));
      return { fault: read && (await deps.applyReaction(scope, read)), target: read?.targetPlatformId ?? '' };
    }
    const read = await understand(scope, kind, raw, () => readInboundChange(raw, contacts, now));
    return { fault: read && (await deps.applyChange(scope, read)), target: read?.targetPlatformId ?? '' };
  }

  /** Takes up what came before its message. A change twice is a change once, so it is taken off last. */
  async function applyWaiting(scope: TenantScope, platformId: string): Promise<void> {
    const parked = new ParkedItemsRepository(database, scope);
    for (const { id, kind, payload } of await parked.listAwaiting(platformId)) {
      const { contacts = [], ...raw } = asJson<{ contacts?: unknown[] }>(payload);
      const { fault } = await tryChange(scope, kind as ChangeKind, raw, contacts);
      if (fault === UNKNOWN_TARGET) continue;
      if (fault) await park(scope, kind, fault, raw);
      await parked.remove(id);
    }
  }

  async function takeNotice(
    scope: TenantScope,
    { field, ...notice }: Notice & { field: string },
  ): Promise<void> {
    const take = Object.hasOwn(deps.notices, field) ? deps.notices[field] : undefined;
    if (!take) return park(scope, field, 'This kind of notice is not used.', notice.value);
    try {
      await take(scope, notice);
    } catch (error) {
      if (!(error instanceof ZodError)) throw error;
      await park(scope, field, reasonOf(error), notice.value);
    }
  }

  async function understand<T>(
    scope: TenantScope,
    kind: string,
    payload: unknown,
    read: () => T,
  ): Promise<T | null> {
    try {
      return read();
    } catch (error) {
      await park(scope, kind, reasonOf(error), payload);
      return null;
    }
  }

  /** Two workers that meet over one message or one new customer: the loser's second look finds the winner's rows. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isDuplicate(error) || attempt >= 5) throw error;
      }
    }
  }

  async function park(
    scope: TenantScope,
    kind: string,
    reason: string,
    payload: unknown,
    awaits: string | null = null,
  ): Promise<void> {
    deps.logger.warn({ tenantId: scope.tenantId, kind, reason }, 'part of a callback was parked');
    await new ParkedItemsRepository(database, scope).park(kind, reason, payload, awaits);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
