import type { CloudApi } from '../../../shared/contract/cloud-api.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Author } from '../../kernel/auth/author.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { enterCode, readNumber, registerNumber, requestCode } from '../../platform/account/phone-numbers.ts';
import { setupError } from '../../platform/account/setup-faults.ts';
import {
  listSubscribedApps,
  overrideCallback,
  subscribeApp,
} from '../../platform/account/subscribed-apps.ts';
import { ChannelRepository } from './channel.repository.ts';
import { notSubscribed } from './channel-checks.service.ts';
import { registrationFault } from './channel-verdict.ts';
import type { CloudApiDeps, CloudApiService } from './cloud-api.service.ts';
import type { CloudApiCredentials } from './cloud-api-settings.service.ts';

export type NumberService = ReturnType<typeof createNumberService>;

/** What codes mean when they answer an entered code: some platforms of the field say 100 (PLATFORM 8). */
const WRONG_CODE = {
  100: {
    path: 'code',
    message:
      'This code is wrong or too old (codes live for about 10 minutes). Enter it again, or ask for a new one.',
  },
} as const;
const BAD_PIN = {
  100: { path: 'pin', message: 'The platform does not take this PIN. Choose 6 other digits.' },
} as const;

/** Readies the connected number: its code, its registration, its callbacks. */
export function createNumberService(deps: CloudApiDeps, cloudApi: CloudApiService) {
  const { database, http, settings, channel } = deps;

  async function connected(scope: TenantScope): Promise<CloudApiCredentials> {
    const credentials = await settings.credentials(scope);
    if (!credentials) throw new AppError('channel_not_connected');
    return credentials;
  }

  async function asked<T>(work: Promise<T>, words: Parameters<typeof setupError>[1] = {}): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw setupError(error, words);
    }
  }

  /** After a step that changes the number: what the platform says of it now. */
  async function lookAgain(scope: TenantScope, { accessToken, phoneNumberId }: CloudApiCredentials) {
    const number = await asked(readNumber(http, accessToken, phoneNumberId));
    await new ChannelRepository(database, scope).saveFacts({ number });
    await channel.noteCheck(scope, 'registration', registrationFault(number.isRegistered));
    return number;
  }

  return {
    async requestCode(scope: TenantScope, how: { method: 'SMS' | 'VOICE'; language: string }) {
      const { accessToken, phoneNumberId } = await connected(scope);
      await asked(requestCode(http, accessToken, phoneNumberId, how));
      return { requested: true as const };
    },

    async enterCode(scope: TenantScope, code: string): Promise<CloudApi> {
      const credentials = await connected(scope);
      const { accessToken, phoneNumberId } = credentials;
      await asked(enterCode(http, accessToken, phoneNumberId, code), WRONG_CODE);
      await lookAgain(scope, credentials);
      return cloudApi.view(scope);
    },

    /** Registering again would use up one of ten calls in 72 hours, and fail where the PIN is another. */
    async register(scope: TenantScope, pin: string): Promise<CloudApi> {
      const credentials = await connected(scope);
      const { accessToken, phoneNumberId } = credentials;
      const { isRegistered } = await lookAgain(scope, credentials);
      if (!isRegistered) {
        await asked(registerNumber(http, accessToken, phoneNumberId, pin), BAD_PIN);
        await lookAgain(scope, credentials);
      }
      return cloudApi.view(scope);
    },

    async renewVerifyToken(scope: TenantScope, by: Author): Promise<CloudApi> {
      await deps.inUnitOfWork(scope, async (work) => {
        await deps.renewVerifyToken(scope, work.tx);
        const target = { kind: 'cloud_api' as const, id: scope.tenantId, label: 'Verify token' };
        await deps.recordAudit(work, scope, { action: 'cloud_api.verify_token_renewed', target, by });
      });
      return cloudApi.view(scope);
    },

    /** Subscribe, override, read back: in this order, or the platform refuses or says nothing (PLATFORM 12). */
    async subscribe(scope: TenantScope, { override }: { override: boolean }): Promise<CloudApi> {
      const { accessToken, wabaId, appId } = await connected(scope);
      const url = deps.callbackUrl(scope);
      await asked(subscribeApp(http, accessToken, wabaId));
      if (override) {
        const verifyToken = await deps.verifyToken(scope);
        await asked(overrideCallback(http, accessToken, wabaId, { url, verifyToken }), {
          100: {
            path: 'override',
            message: `The platform could not verify ${url}. It must answer from the internet over https with a good certificate. Check the address, then subscribe again.`,
          },
        });
      }
      const apps = await asked(listSubscribedApps(http, accessToken, wabaId));
      const own = apps.find(({ id }) => id === appId);
      const fault = own === undefined ? notSubscribed() : null;
      await channel.noteCheck(scope, 'subscription', fault);
      if (fault) throw new AppError('platform_refused', { message: fault.message });
      return cloudApi.view(scope);
    },
  };
}
