import type { CheckName, CloudApi, PlatformNumber } from '../../../shared/contract/cloud-api.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { appTokenOf, readApp } from '../../platform/account/app-node.ts';
import { accountFault, appFault, tokenFaults } from '../../platform/account/check-fields.ts';
import { debugToken } from '../../platform/account/debug-token.ts';
import { listNumbers, readNumber } from '../../platform/account/phone-numbers.ts';
import { explainSetupFault, isOutage, setupError } from '../../platform/account/setup-faults.ts';
import { listSubscribedApps } from '../../platform/account/subscribed-apps.ts';
import type { GraphFault } from '../../platform/graph/graph-fault.ts';
import { GraphError } from '../../platform/graph/graph-http.ts';
import { ChannelRepository } from './channel.repository.ts';
import type { ChannelFault } from './channel-rows.ts';
import { registrationFault } from './channel-verdict.ts';
import type { CloudApiDeps, CloudApiService } from './cloud-api.service.ts';
import type { CloudApiCredentials } from './cloud-api-settings.service.ts';

/** How the looks of one round went; a name that is missing could not be judged. */
type Findings = Partial<Record<CheckName, ChannelFault | null>>;

export type ChannelChecks = ReturnType<typeof createChannelChecks>;

/** Looks at everything of a connected workspace that the platform can be asked for. */
export function createChannelChecks(deps: CloudApiDeps, cloudApi: CloudApiService) {
  const { http, database, channel, settings } = deps;

  /**
   * Makes all checks anew and notes each. Learns how the workspace stands, as a send would.
   * @throws {AppError} channel_not_connected; platform_unreachable: then nothing new is known.
   */
  async function run(scope: TenantScope): Promise<CloudApi> {
    const credentials = await settings.credentials(scope);
    if (!credentials) throw new AppError('channel_not_connected');
    const { findings, number, tokenExpiresAt, refusal } = await look(credentials);
    const facts = {
      ...(number === undefined ? {} : { number }),
      ...(tokenExpiresAt === undefined ? {} : { tokenExpiresAt }),
    };
    await new ChannelRepository(database, scope).saveFacts(facts);
    for (const [name, fault] of Object.entries(findings)) {
      await channel.noteCheck(scope, name as CheckName, fault);
    }
    await channel.note(
      scope,
      refusal ? { kind: 'refuses', reason: explainSetupFault(refusal) } : { kind: 'works' },
    );
    return cloudApi.view(scope);
  }

  async function look(given: CloudApiCredentials) {
    const { accessToken, appId, wabaId, phoneNumberId } = given;
    const findings: Findings = {};
    let number: PlatformNumber | undefined;
    let tokenExpiresAt: Date | null | undefined;
    let refusal = null as GraphFault | null;

    /** One look; a refusal is a finding, an outage ends the round. */
    async function see(
      name: CheckName,
      work: () => Promise<ChannelFault | null>,
      inWords: (fault: GraphFault) => string = (fault) => explainSetupFault(fault).message,
    ): Promise<void> {
      try {
        findings[name] = await work();
      } catch (error) {
        if (!(error instanceof GraphError) || error.fault === null || isOutage(error))
          throw setupError(error);
        const { fault } = error;
        if (fault.action === 'retry') throw setupError(error);
        if (fault.action === 'credentials' && name === 'number') refusal = fault;
        findings[name] = { code: fault.code === null ? null : String(fault.code), message: inWords(fault) };
      }
    }

    await Promise.all([
      see(
        'app',
        () => readApp(http, given).then(() => null),
        (fault) => sentence('The App Secret', appFault(fault, appId, null).message),
      ),
      see('token', async () => {
        const facts = await debugToken(http, appTokenOf(given), accessToken);
        tokenExpiresAt = facts.expiresAt;
        const [fault] = tokenFaults(facts, appId, new Date());
        return fault ? { code: null, message: sentence('The access token', fault.message) } : null;
      }),
      see(
        'account',
        async () => {
          const numbers = await listNumbers(http, accessToken, wabaId);
          if (numbers.some(({ id }) => id === phoneNumberId)) return null;
          return { code: null, message: `The account ${wabaId} does not have the number ${phoneNumberId}.` };
        },
        (fault) => accountFault(fault, wabaId, null).message,
      ),
      see('number', async () => {
        number = await readNumber(http, accessToken, phoneNumberId);
        return null;
      }),
      see('subscription', async () => {
        const apps = await listSubscribedApps(http, accessToken, wabaId);
        return apps.some(({ id }) => id === appId) ? null : notSubscribed();
      }),
    ]);
    if (number) findings.registration = registrationFault(number.isRegistered);
    return { findings, number, tokenExpiresAt, refusal };
  }

  return { run };
}

/** No event reaches us without it. */
export function notSubscribed(): ChannelFault {
  return {
    code: null,
    message:
      'The app is not subscribed to the account, so no message reaches this inbox. Subscribe it. If the platform says that it did, the access token lacks whatsapp_business_management on this account.',
  };
}

/** The faults of fields go on a sentence that names the field. */
function sentence(subject: string, message: string): string {
  return /^[a-z]/.test(message) ? `${subject} ${message}` : message;
}
