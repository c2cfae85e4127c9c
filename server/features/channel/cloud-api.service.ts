import type { z } from 'zod';
import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import type { SaveCredentialsSchema } from '../../../shared/contract/cloud-api-fields.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Author } from '../../kernel/auth/author.ts';
import type { Keyring } from '../../kernel/crypto/keyring.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { checkCredentials, demandGood } from '../../platform/account/check-credentials.ts';
import type { GraphHttp } from '../../platform/graph/graph-http.ts';
import { presentChecks } from './channel.presenter.ts';
import { ChannelRepository } from './channel.repository.ts';
import type { ChannelStateService } from './channel-state.service.ts';
import { registrationFault } from './channel-verdict.ts';
import type { CloudApiSettingsService } from './cloud-api-settings.service.ts';
import { type Known, presentValues, readKnown } from './known-values.ts';

export interface CloudApiDeps {
  database: Database;
  keyring: Keyring;
  http: GraphHttp;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
  settings: CloudApiSettingsService;
  channel: ChannelStateService;
  callbackUrl(scope: TenantScope): string;
  /** Why the platform could not reach that address. */
  callbackWarnings: readonly string[];
  verifyToken(scope: TenantScope): Promise<string>;
  renewVerifyToken(scope: TenantScope, tx: Transaction): Promise<void>;
}

export type CloudApiService = ReturnType<typeof createCloudApiService>;

/** The credentials of a workspace: seen, saved and verified. */
export function createCloudApiService(deps: CloudApiDeps) {
  const { database, keyring, http, settings, channel } = deps;

  const known = (scope: TenantScope): Promise<Known> => readKnown(database, keyring, scope);

  async function view(scope: TenantScope): Promise<CloudApi> {
    const repository = new ChannelRepository(database, scope);
    const [{ live, setup }, row, checks, state, waiting, verifyToken] = await Promise.all([
      known(scope),
      repository.find(),
      repository.checks(),
      channel.describe(scope),
      repository.waiting(),
      deps.verifyToken(scope),
    ]);
    const values = live ?? { appId: null, appSecret: null, accessToken: null, wabaId: null };
    return {
      channel: state,
      waiting,
      credentials: {
        ...presentValues(values),
        phoneNumberId: live?.phoneNumberId ?? null,
        savedAt: live?.savedAt.toISOString() ?? null,
        isReadable: live?.isReadable ?? true,
      },
      number: row?.number ?? null,
      tokenExpiresAt: row?.tokenExpiresAt?.toISOString() ?? null,
      checks: presentChecks(checks),
      callback: { url: deps.callbackUrl(scope), verifyToken, warnings: [...deps.callbackWarnings] },
      setup: { ...presentValues(setup), step: setup.step, skipped: setup.skipped },
    };
  }

  /**
   * Save & Verify. A secret that was left empty stays as it is stored.
   * @throws {AppError} validation_failed with every wrong field, platform_unreachable; then nothing is stored.
   */
  async function save(
    scope: TenantScope,
    author: Author,
    input: z.output<typeof SaveCredentialsSchema>,
  ): Promise<{ cloudApi: CloudApi; warnings: ErrorDetail[] }> {
    const { unchecked, ...typed } = input;
    const { live } = await known(scope);
    const appSecret = typed.appSecret ?? live?.appSecret ?? null;
    const accessToken = typed.accessToken ?? live?.accessToken ?? null;
    if (appSecret === null || accessToken === null) throw missing({ appSecret, accessToken });
    const given = { ...typed, appSecret, accessToken };
    if (unchecked) {
      await settings.save(scope, given, { author, unchecked });
      return { cloudApi: await view(scope), warnings: [] };
    }
    const checked = await checkCredentials(http, given);
    demandGood(checked);
    const { number, tokenExpiresAt, warnings } = checked;
    await settings.save(scope, given, { author, number, tokenExpiresAt });
    for (const name of ['app', 'token', 'account', 'number'] as const)
      await channel.noteCheck(scope, name, null);
    if (number) await channel.noteCheck(scope, 'registration', registrationFault(number.isRegistered));
    return { cloudApi: await view(scope), warnings };
  }

  return { view, save, known };
}

function missing(secrets: Record<string, string | null>): AppError {
  const details = Object.entries(secrets)
    .filter(([, value]) => value === null)
    .map(([path]) => ({ path, message: 'is required: nothing is stored that could be kept' }));
  return new AppError('validation_failed', { details });
}
