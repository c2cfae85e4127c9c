import type {
  CheckName,
  CloudApi,
  PlatformNumber,
} from '../../../shared/contract/channel/cloud-api.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { appTokenOf, readApp } from '../../platform/account/app-node.ts';
import { accountFault, appFault, tokenFaults } from '../../platform/account/check-fields.ts';
import { debugToken } from '../../platform/account/debug-token.ts';
import { listNumbers, readNumber } from '../../platform/account/phone-numbers.ts';
import { explainSetupFault, isOutage, setupError } from '../../platform/account/setup-faults.ts';
import { listSubscribedApps } from '../../platform/account/subscribed-apps.ts';
import type { GraphFault } from '../../platform/graph/graph-fault.ts';
import { GraphError, type GraphHttp } from '../../platform/graph/graph-http.ts';
import { saveChannelFacts, saveCheck } from './channel.repository.ts';
import type { ChannelFault } from './channel-rows.ts';
import type { ChannelSignals } from './channel-signals.ts';
import { announceChannel } from './channel-state.service.ts';
import { registrationFault } from './channel-verdict.ts';
import { type ChannelParts, viewCloudApi } from './cloud-api.service.ts';
import { type CloudApiCredentials, credentialsOf, isConnected } from './credentials.ts';

/** The results of one round; a check that is missing could not be judged. */
type Findings = Partial<Record<CheckName, ChannelFault | null>>;

const REFRESH = 'refresh-channel';

/**
 * Checks everything of a connected workspace that the platform can be asked for, and saves each result. Its state
 * changes with the answers, as it does with a send.
 * @throws {AppError} channel_not_connected; platform_unreachable: then nothing new is known.
 */
export async function runChecks(
  ctx: Context,
  parts: ChannelParts,
  signals: Pick<ChannelSignals, 'noteVerdict'>,
): Promise<CloudApi> {
  const credentials = await credentialsOf(ctx);
  if (!credentials) throw new AppError('channel_not_connected');
  const { findings, number, tokenExpiresAt, refusal } = await askAll(ctx, parts.http, credentials);
  const facts = {
    ...(number === undefined ? {} : { number }),
    ...(tokenExpiresAt === undefined ? {} : { tokenExpiresAt }),
  };
  await saveChannelFacts(ctx, facts);
  for (const [name, fault] of Object.entries(findings)) await saveCheck(ctx, name as CheckName, fault);
  await signals.noteVerdict(
    ctx,
    refusal ? { kind: 'refuses', reason: explainSetupFault(refusal) } : { kind: 'works' },
  );
  return viewCloudApi(ctx, parts);
}

/** Requests all checks in the background, and makes open pages load the channel again. */
export async function requestChecks(ctx: Context): Promise<void> {
  await ctx.db.transaction((tx) => enqueueJob(ctx.db, ctx.scope, tx, REFRESH, {}));
  await announceChannel(ctx);
}

/** Returns the job of `requestChecks`. */
export function checksJob(
  resources: Resources,
  parts: ChannelParts,
  signals: Pick<ChannelSignals, 'noteVerdict'>,
): JobHandler {
  return {
    kind: REFRESH,
    run: async (scope) => {
      const ctx = operatorContext(resources, scope);
      if (!(await isConnected(ctx))) return;
      await runChecks(ctx, parts, signals);
      await announceChannel(ctx);
    },
  };
}

/** Asks the platform for everything at once. @throws {AppError} platform_unreachable */
async function askAll({ clock }: Context, http: GraphHttp, given: CloudApiCredentials) {
  const { accessToken, appId, wabaId, phoneNumberId } = given;
  const findings: Findings = {};
  let number: PlatformNumber | undefined;
  let tokenExpiresAt: Date | null | undefined;
  let refusal = null as GraphFault | null;

  /** Makes one check; a refusal is a finding, an outage ends the round. */
  async function see(
    name: CheckName,
    work: () => Promise<ChannelFault | null>,
    inWords: (fault: GraphFault) => string = (fault) => explainSetupFault(fault).message,
  ): Promise<void> {
    try {
      findings[name] = await work();
    } catch (error) {
      if (!(error instanceof GraphError) || error.fault === null || isOutage(error)) throw setupError(error);
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
      const [fault] = tokenFaults(facts, appId, clock.now());
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

/** Returns the error of an app that is not subscribed to the account: no event reaches us then. */
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
