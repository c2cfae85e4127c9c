import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import {
  type CreateWebhookEndpoint,
  type UpdateWebhookEndpoint,
  WEBHOOK_ENDPOINT_LIMIT,
  type WebhookEndpoint,
} from '../../../shared/contract/webhook-endpoints.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { WEBHOOK_API_VERSION } from '../../../shared/events/webhook-event.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { WebhookEndpointRow } from '../../db/models/webhook-endpoint.model.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Author } from '../../kernel/auth/author.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import type { UnitOfWork, Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { type EndpointVault, rotated } from './endpoint-secrets.ts';
import { presentEndpoint } from './webhook-endpoints.presenter.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';
import { checkTarget, type TargetRules } from './webhook-target.ts';

export interface WebhookEndpointsDeps {
  database: Database;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
  vault: EndpointVault;
  target: TargetRules;
  now(): Date;
  /** Asks, inside the deletion, for the removal of what the endpoint was sent, and its log. */
  purgeEndpoint(scope: TenantScope, tx: Transaction, id: Buffer): Promise<void>;
  /** Sends at once what has been waiting for these endpoints. */
  wakeDeliveries(scope: TenantScope, id: Buffer): void;
}

export type WebhookEndpointsService = ReturnType<typeof createWebhookEndpointsService>;

export function createWebhookEndpointsService(deps: WebhookEndpointsDeps) {
  const { database, inUnitOfWork, vault } = deps;

  async function view(scope: TenantScope, id: Buffer, tx?: Transaction): Promise<WebhookEndpoint> {
    const [row] = await new WebhookEndpointsRepository(database, scope, tx).views(id);
    if (!row) throw new AppError('webhook_endpoint_not_found');
    return present(scope, row);
  }

  function present(scope: TenantScope, row: Parameters<typeof presentEndpoint>[0]): WebhookEndpoint {
    return presentEndpoint(row, {
      secrets: vault.openSecrets(scope, row.id, row.secrets),
      headers: vault.openHeaders(scope, row.id, row.headers),
    });
  }

  /** A change of one endpoint, with its row locked, written down and told. */
  function change<T>(
    scope: TenantScope,
    id: string,
    by: { author: Author; action: AuditEntry['action'] },
    apply: (work: Work, row: WebhookEndpointRow) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(id);
    return inUnitOfWork(scope, async (work) => {
      const row = await new WebhookEndpointsRepository(database, scope, work.tx).lock(key);
      if (!row) throw new AppError('webhook_endpoint_not_found');
      const outcome = await apply(work, row);
      await audit(work, scope, by, row);
      const [after] = await new WebhookEndpointsRepository(database, scope, work.tx).views(key);
      const { url, state } = after ?? { url: row.url, state: 'deleted' as const };
      work.record('webhook_endpoint.updated', { id, url, state });
      return outcome;
    });
  }

  function audit(
    work: Work,
    scope: TenantScope,
    by: { author: Author; action: AuditEntry['action'] },
    row: Pick<WebhookEndpointRow, 'id' | 'url'>,
  ): Promise<void> {
    const target = {
      kind: 'webhook_endpoint' as const,
      id: encodeId('webhookEndpoint', row.id),
      // What comes after the host may be a secret of the receiver's.
      label: new URL(row.url).host,
    };
    return deps.recordAudit(work, scope, { action: by.action, target, by: by.author });
  }

  const update = (
    work: Work,
    scope: TenantScope,
    id: Buffer,
    values: Parameters<WebhookEndpointsRepository['update']>[1],
  ) => new WebhookEndpointsRepository(database, scope, work.tx).update(id, values);

  return {
    /** @throws {AppError} webhook_endpoint_not_found */
    get: (scope: TenantScope, id: string) => view(scope, keyOf(id)),

    async list(scope: TenantScope) {
      const rows = await new WebhookEndpointsRepository(database, scope).views();
      return { data: rows.map((row) => present(scope, row)), limit: WEBHOOK_ENDPOINT_LIMIT };
    },

    /** Makes an endpoint; its secret is answered here and by `reveal` alone. The limit is a unique slot, as with keys. */
    async create(scope: TenantScope, input: CreateWebhookEndpoint, author: Author) {
      const url = checkTarget(input.url, deps.target);
      for (let attempt = 0; attempt <= WEBHOOK_ENDPOINT_LIMIT; attempt += 1) {
        const taken = new Set(await new WebhookEndpointsRepository(database, scope).takenSlots());
        const slot = Array.from({ length: WEBHOOK_ENDPOINT_LIMIT }, (_, index) => index).find(
          (index) => !taken.has(index),
        );
        if (slot === undefined) break;
        try {
          return await insert(scope, { ...input, url }, author, slot);
        } catch (error) {
          if (!isDuplicate(error, 'webhook_endpoints_slot')) throw error;
        }
      }
      throw new AppError('webhook_endpoint_limit_reached');
    },

    async update(scope: TenantScope, id: string, input: UpdateWebhookEndpoint, author: Author) {
      const url = input.url === undefined ? undefined : checkTarget(input.url, deps.target);
      await change(scope, id, { author, action: 'webhook_endpoint.changed' }, async (work, row) => {
        const { headers, events, url: _url, ...plain } = input;
        const values = {
          ...plain,
          ...(url === undefined ? {} : { url }),
          ...(events === undefined ? {} : { events: events.join(',') }),
          ...(headers === undefined
            ? {}
            : { headers: vault.sealHeaders(scope, row.id, mergeHeaders(headers, opened(scope, row))) }),
        };
        if (Object.keys(values).length > 0) await update(work, scope, row.id, values as never);
      });
      return view(scope, keyOf(id));
    },

    async remove(scope: TenantScope, id: string, author: Author) {
      await change(scope, id, { author, action: 'webhook_endpoint.removed' }, async (work, row) => {
        await new WebhookEndpointsRepository(database, scope, work.tx).remove(row.id);
        await deps.purgeEndpoint(scope, work.tx, row.id);
      });
      return { id, deleted: true as const };
    },

    async pause(scope: TenantScope, id: string, events: 'hold' | 'drop', author: Author) {
      await change(scope, id, { author, action: 'webhook_endpoint.paused' }, async (work, row) => {
        const values = {
          state: 'paused' as const,
          whilePaused: events,
          stateReason: null,
          stateSince: deps.now(),
        };
        await update(work, scope, row.id, values);
      });
      return view(scope, keyOf(id));
    },

    async resume(scope: TenantScope, id: string, author: Author) {
      await change(scope, id, { author, action: 'webhook_endpoint.resumed' }, async (work, row) => {
        await update(work, scope, row.id, {
          state: 'active',
          whilePaused: null,
          stateReason: null,
          stateSince: deps.now(),
          failures: 0,
          failingSince: null,
          failingEventAt: null,
          failingConfirmed: 0,
          restingUntil: null,
        });
      });
      deps.wakeDeliveries(scope, keyOf(id));
      return view(scope, keyOf(id));
    },

    /** Whatever rest the endpoint was given after failures ends: a person wants something sent now. */
    endRest: (scope: TenantScope, id: Buffer) => new WebhookEndpointsRepository(database, scope).endRest(id),

    /** The newest secret, for whoever has just proved who they are; that it was looked at is written down. */
    async reveal(scope: TenantScope, id: string, author: Author): Promise<{ secret: string }> {
      return inUnitOfWork(scope, async (work) => {
        const row = await new WebhookEndpointsRepository(database, scope, work.tx).lock(keyOf(id));
        if (!row) throw new AppError('webhook_endpoint_not_found');
        await audit(work, scope, { author, action: 'webhook_secret.revealed' }, row);
        return { secret: vault.openSecrets(scope, row.id, row.secrets)[0]?.secret ?? '' };
      });
    },

    async rotate(scope: TenantScope, id: string, overlapHours: number, author: Author) {
      const secret = await change(
        scope,
        id,
        { author, action: 'webhook_secret.rotated' },
        async (work, row) => {
          const secrets = rotated(vault.openSecrets(scope, row.id, row.secrets), deps.now(), overlapHours);
          await update(work, scope, row.id, { secrets: vault.sealSecrets(scope, row.id, secrets) });
          return secrets[0]?.secret ?? '';
        },
      );
      return { endpoint: await view(scope, keyOf(id)), secret };
    },
  };

  function opened(scope: TenantScope, row: WebhookEndpointRow): Record<string, string> {
    return vault.openHeaders(scope, row.id, row.headers);
  }

  async function insert(scope: TenantScope, input: CreateWebhookEndpoint, author: Author, slot: number) {
    const id = newKey();
    const now = deps.now();
    const secrets = rotated([], now, 0);
    return inUnitOfWork(scope, async (work) => {
      await new WebhookEndpointsRepository(database, scope, work.tx).insert({
        id,
        slot,
        url: input.url,
        description: input.description,
        events: input.events.join(','),
        secrets: vault.sealSecrets(scope, id, secrets),
        headers: vault.sealHeaders(scope, id, mergeHeaders(input.headers, {})),
        timeoutSeconds: input.timeoutSeconds,
        maxPerSecond: input.maxPerSecond,
        apiVersion: WEBHOOK_API_VERSION,
        state: 'active',
        whilePaused: null,
        stateReason: null,
        stateSince: now,
        failures: 0,
        failingSince: null,
        failingEventAt: null,
        failingConfirmed: 0,
        restingUntil: null,
        lastDeliveryAt: null,
        lastDeliveryOk: null,
        lastDeliveryMs: null,
        createdBy: author.kind === 'user' && author.id ? decodeId(author.id) : null,
        createdAt: now,
      });
      await audit(work, scope, { author, action: 'webhook_endpoint.created' }, { id, url: input.url });
      const endpoint = await view(scope, id, work.tx);
      work.record('webhook_endpoint.updated', { id: endpoint.id, url: endpoint.url, state: 'active' });
      return { endpoint, secret: secrets[0]?.secret ?? '' };
    });
  }
}

/** @throws {AppError} webhook_endpoint_not_found for what is no id of an endpoint. */
function keyOf(id: string): Buffer {
  const key = tryDecodeId('webhookEndpoint', id);
  if (!key) throw new AppError('webhook_endpoint_not_found');
  return key;
}

/**
 * The values of headers; one that is not given stays as it was.
 * @throws {AppError} validation_failed for a new header without a value.
 */
function mergeHeaders(
  given: CreateWebhookEndpoint['headers'],
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    given.map(({ name, value }, index) => {
      const kept = value ?? before[name];
      if (kept === undefined) {
        const details = [{ path: `headers.${index}.value`, message: 'is required: the header is new' }];
        throw new AppError('validation_failed', { details });
      }
      return [name, kept];
    }),
  );
}
