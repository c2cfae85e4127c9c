import { ZodError } from 'zod';
import { type CallbackItem, type Notice, splitCallback } from '../cloud-api/payload/envelope.ts';
import {
  type InboundMessage,
  isReaction,
  otherKindOf,
  readInboundMessage,
} from '../cloud-api/payload/inbound-message.ts';
import { readInboundReaction } from '../cloud-api/payload/inbound-reaction.ts';
import { readStatusReport } from '../cloud-api/payload/status-report.ts';
import type { Database } from '../db/database.ts';
import { isDuplicate } from '../db/database-errors.ts';
import { ParkedItemsRepository } from '../features/parked-items/index.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
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
  /** Who takes the notices of each field other than `messages`; a field without one is parked. */
  notices: Readonly<Record<string, TakeNotice>>;
  /** The number that the workspace has connected; null when none is. */
  ownNumber(scope: TenantScope): Promise<string | null>;
}

/**
 * Works through one stored callback, item by item. An item that cannot be understood is parked with its
 * reason and never stops its neighbours; a fault of ours (the database is away) does, and the callback
 * is taken up again: every item is repeatable.
 */
export function createReceiveInbound(deps: ReceiveInboundDeps) {
  const { database } = deps;

  return async function receive(scope: TenantScope, body: Buffer): Promise<void> {
    let items: CallbackItem[];
    try {
      items = splitCallback(body);
    } catch (error) {
      await park(scope, 'callback', reasonOf(error), body.toString('utf8').slice(0, 100_000));
      return;
    }
    const ownNumber = await deps.ownNumber(scope);
    for (const item of items) await receiveItem(scope, item, ownNumber);
  };

  async function receiveItem(
    scope: TenantScope,
    item: CallbackItem,
    ownNumber: string | null,
  ): Promise<void> {
    if (item.kind === 'other') return park(scope, item.field, item.reason, item.payload);
    if (item.kind === 'notice') return takeNotice(scope, item);
    const payload = item.kind === 'message' ? item.message : item.status;
    if (item.phoneNumberId !== ownNumber) {
      return park(
        scope,
        item.kind,
        `It is for the number ${item.phoneNumberId}, which this workspace has not connected.`,
        payload,
      );
    }
    if (item.kind === 'message') {
      const other = otherKindOf(item.message);
      if (isReaction(item.message)) return react(scope, payload);
      if (other) return park(scope, other, 'This kind of notice is not shown in conversations yet.', payload);
      const message = await understand(scope, item.kind, payload, () =>
        readInboundMessage(item.message, item.contacts, new Date()),
      );
      if (message) await store(scope, message);
      return;
    }
    const report = await understand(scope, item.kind, payload, () =>
      readStatusReport(item.status, new Date()),
    );
    if (report) await deps.applyStatus.apply(scope, report);
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

  async function react(scope: TenantScope, payload: unknown): Promise<void> {
    const reaction = await understand(scope, 'reaction', payload, () =>
      readInboundReaction(payload, new Date()),
    );
    const fault = reaction && (await deps.applyReaction(scope, reaction));
    if (fault) await park(scope, 'reaction', fault, payload);
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
  async function store(scope: TenantScope, message: InboundMessage): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await deps.storeInbound(scope, message);
        return;
      } catch (error) {
        if (!isDuplicate(error) || attempt >= 5) throw error;
      }
    }
  }

  async function park(scope: TenantScope, kind: string, reason: string, payload: unknown): Promise<void> {
    deps.logger.warn({ tenantId: scope.tenantId, kind, reason }, 'part of a callback was parked');
    await new ParkedItemsRepository(database, scope).park(kind, reason, payload);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
