import type { CloudApi, PlatformNumber, SetupStep } from '../../../shared/contract/cloud-api.contract.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { Author } from '../../kernel/auth/author.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { appTokenOf, readApp } from '../../platform/account/app-node.ts';
import { checkCredentials, demandGood } from '../../platform/account/check-credentials.ts';
import { accountFault, appFault, tokenFaults, tokenWarnings } from '../../platform/account/check-fields.ts';
import { debugToken, type TokenFacts } from '../../platform/account/debug-token.ts';
import { listNumbers } from '../../platform/account/phone-numbers.ts';
import { isOutage, setupError } from '../../platform/account/setup-faults.ts';
import { GraphError } from '../../platform/graph/graph-http.ts';
import { registrationFault } from './channel-verdict.ts';
import type { CloudApiDeps, CloudApiService } from './cloud-api.service.ts';
import { CloudApiSetupRepository, type SetupRow } from './cloud-api-setup.repository.ts';
import { secretsOf } from './sealed-secrets.ts';

export type SetupService = ReturnType<typeof createSetupService>;

/**
 * Connecting a number step by step. Each step is proved before it is kept; what is live stays as it is
 * until a number is chosen (decision 0215).
 */
export function createSetupService(deps: CloudApiDeps, cloudApi: CloudApiService) {
  const { database, http, keyring, settings, channel } = deps;
  const secrets = secretsOf(keyring, 'cloud_api_setup');

  async function keep(scope: TenantScope, changes: Partial<SetupRow>): Promise<CloudApi> {
    await database.transaction((tx) => new CloudApiSetupRepository(database, scope, tx).save(changes));
    return cloudApi.view(scope);
  }

  /** What the setup has so far; a step that needs more than that says which. */
  async function gathered<Field extends 'appId' | 'appSecret' | 'accessToken' | 'wabaId'>(
    scope: TenantScope,
    ...needed: Field[]
  ) {
    const { setup } = await cloudApi.known(scope);
    const absent = needed.filter((field) => setup[field] === null);
    if (absent.length > 0) {
      throw new AppError('validation_failed', {
        details: absent.map((path) => ({ path, message: 'is required first: go back to that step' })),
      });
    }
    return setup as Record<Field, string>;
  }

  return {
    async setApp(scope: TenantScope, typed: { appId: string; appSecret?: string | undefined }) {
      const appSecret = typed.appSecret ?? (await gathered(scope, 'appSecret')).appSecret;
      await asked(
        () => readApp(http, { appId: typed.appId, appSecret }),
        (fault) => appFault(fault, typed.appId, null),
      );
      const sealed = secrets.seal(scope, 'app_secret', appSecret);
      return keep(scope, { appId: typed.appId, appSecret: sealed, step: 'token' });
    },

    async setToken(scope: TenantScope, typed: { accessToken?: string | undefined }) {
      const app = await gathered(scope, 'appId', 'appSecret');
      const accessToken = typed.accessToken ?? (await gathered(scope, 'accessToken')).accessToken;
      const facts = await asked(
        () => debugToken(http, appTokenOf(app), accessToken),
        (fault) => appFault(fault, app.appId, null),
      );
      demandGood({ faults: tokenFaults(facts, app.appId, new Date()) });
      const sealed = secrets.seal(scope, 'access_token', accessToken);
      const cloudApi = await keep(scope, { accessToken: sealed, step: 'account' });
      return { cloudApi, warnings: tokenWarnings(facts) };
    },

    async setAccount(scope: TenantScope, { wabaId }: { wabaId: string }) {
      const { accessToken, ...app } = await gathered(scope, 'appId', 'appSecret', 'accessToken');
      // Only for better words about an account that is not seen.
      const facts: TokenFacts | null = await debugToken(http, appTokenOf(app), accessToken).catch(() => null);
      await asked(
        () => listNumbers(http, accessToken, wabaId),
        (fault) => accountFault(fault, wabaId, facts),
      );
      return keep(scope, { wabaId, step: 'number' });
    },

    async numbers(scope: TenantScope): Promise<{ data: PlatformNumber[] }> {
      const { accessToken, wabaId } = await gathered(scope, 'accessToken', 'wabaId');
      const data = await asked(
        () => listNumbers(http, accessToken, wabaId),
        (fault) => accountFault(fault, wabaId, null),
      );
      return { data };
    },

    /** Checks the five values together; from here on they are what messages are sent with. */
    async setNumber(scope: TenantScope, author: Author, { phoneNumberId }: { phoneNumberId: string }) {
      const given = {
        ...(await gathered(scope, 'appId', 'appSecret', 'accessToken', 'wabaId')),
        phoneNumberId,
      };
      const { appId, appSecret, accessToken, wabaId } = given;
      const checked = await checkCredentials(http, given);
      demandGood(checked);
      const { number, tokenExpiresAt } = checked;
      const credentials = { appId, appSecret, accessToken, wabaId, phoneNumberId };
      await settings.save(scope, credentials, { author, number, tokenExpiresAt });
      for (const name of ['app', 'token', 'account', 'number'] as const)
        await channel.noteCheck(scope, name, null);
      if (number) await channel.noteCheck(scope, 'registration', registrationFault(number.isRegistered));
      return keep(scope, { step: nextAfterNumber(number) });
    },

    /** Where the person is; a step that was skipped is remembered until it is left in another way. */
    async setStep(
      scope: TenantScope,
      { step, skipped }: { step: SetupStep | null; skipped?: SetupStep | undefined },
    ): Promise<CloudApi> {
      const { setup } = await cloudApi.known(scope);
      const kept = setup.skipped.filter((one) => one !== setup.step);
      return keep(scope, { step, skipped: skipped === undefined ? kept : [...new Set([...kept, skipped])] });
    },
  };
}

/** Steps that the platform says are done already are not asked again. */
function nextAfterNumber(number: PlatformNumber | null): SetupStep {
  if (number?.isRegistered) return 'callback';
  return number?.isVerified ? 'register' : 'code';
}

/** One question to the platform; its refusal becomes the fault of a field. */
async function asked<T>(
  work: () => Promise<T>,
  inWords: (fault: NonNullable<GraphError['fault']>) => ErrorDetail,
) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GraphError) || error.fault === null || isOutage(error)) throw setupError(error);
    if (error.fault.action === 'retry') throw setupError(error);
    demandGood({ faults: [inWords(error.fault)] });
    throw error;
  }
}
