import type {
  CheckName,
  CloudApi,
  PlatformNumber,
} from '../../../shared/contract/channel/cloud-api.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { appTokenOf, readApp } from '../../platform/account/app-node.ts';
import { accountDetail, appDetail, tokenDetails } from '../../platform/account/check-fields.ts';
import { debugToken } from '../../platform/account/debug-token.ts';
import { listNumbers, readNumber } from '../../platform/account/phone-numbers.ts';
import { explainSetupError, isOutage, setupError } from '../../platform/account/setup-errors.ts';
import { listSubscribedApps } from '../../platform/account/subscribed-apps.ts';
import { GraphError, type GraphHttp } from '../../platform/graph/graph-http.ts';
import type { PlatformError } from '../../platform/graph/platform-error.ts';
import { saveChannelFacts, saveCheck } from './channel.repository.ts';
import type { ChannelError } from './channel-rows.ts';
import type { ChannelSignals } from './channel-signals.ts';
import { announceChannel } from './channel-state.service.ts';
import { notSubscribed, registrationError } from './channel-verdict.ts';
import { type ChannelParts, viewCloudApi } from './cloud-api.service.ts';
import { type CloudApiCredentials, credentialsOf, isConnected } from './credentials.ts';

/** The results of one round. A missing check could not be evaluated. */
type Findings = Partial<Record<CheckName, ChannelError | null>>;

const REFRESH = 'refresh-channel';

/**
 * Runs every check that the platform can answer for a connected workspace, and saves each result. The results
 * change the channel's state in the same way as those of sends.
 * @throws {AppError} channel_not_connected; platform_unreachable: then nothing is saved.
 */
export async function runChecks(
  ctx: Context,
  parts: ChannelParts,
  signals: Pick<ChannelSignals, 'noteVerdict'>,
): Promise<CloudApi> {
  const credentials = await credentialsOf(ctx);
  if (!credentials) throw new AppError('channel_not_connected');
  const { findings, number, tokenExpiresAt, refusal } = await checkAll(ctx, parts.http, credentials);
  const facts = {
    ...(number === undefined ? {} : { number }),
    ...(tokenExpiresAt === undefined ? {} : { tokenExpiresAt }),
  };
  await saveChannelFacts(ctx, facts);
  for (const [name, fault] of Object.entries(findings)) await saveCheck(ctx, name as CheckName, fault);
  await signals.noteVerdict(
    ctx,
    refusal ? { kind: 'refuses', reason: explainSetupError(refusal) } : { kind: 'works' },
  );
  return viewCloudApi(ctx, parts);
}

/** Queues all checks as a background job, and makes open pages reload the channel. */
export async function requestChecks(ctx: Context): Promise<void> {
  await ctx.db.transaction((tx) => enqueueJob(ctx.db, ctx.scope, tx, REFRESH, {}));
  await announceChannel(ctx);
}

/** Returns the handler of the job that `requestChecks` queues. */
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

/** Sends the requests of all checks in parallel. @throws {AppError} platform_unreachable */
async function checkAll({ clock }: Context, http: GraphHttp, given: CloudApiCredentials) {
  const { accessToken, appId, wabaId, phoneNumberId } = given;
  const findings: Findings = {};
  let number: PlatformNumber | undefined;
  let tokenExpiresAt: Date | null | undefined;
  let refusal = null as PlatformError | null;

  /** Runs one check. A rejection is a finding; an outage ends the round. */
  async function runCheck(
    name: CheckName,
    work: () => Promise<ChannelError | null>,
    explain: (error: PlatformError) => string = (error) => explainSetupError(error).message,
  ): Promise<void> {
    try {
      findings[name] = await work();
    } catch (error) {
      if (!(error instanceof GraphError) || error.fault === null || isOutage(error)) throw setupError(error);
      const { fault } = error;
      if (fault.action === 'retry') throw setupError(error);
      if (fault.action === 'credentials' && name === 'number') refusal = fault;
      findings[name] = { code: fault.code === null ? null : String(fault.code), message: explain(fault) };
    }
  }

  await Promise.all([
    runCheck(
      'app',
      () => readApp(http, given).then(() => null),
      (error) => sentence('The App Secret', appDetail(error, appId, null).message),
    ),
    runCheck('token', async () => {
      const facts = await debugToken(http, appTokenOf(given), accessToken);
      tokenExpiresAt = facts.expiresAt;
      const [fault] = tokenDetails(facts, appId, clock.now());
      return fault ? { code: null, message: sentence('The access token', fault.message) } : null;
    }),
    runCheck(
      'account',
      async () => {
        const numbers = await listNumbers(http, accessToken, wabaId);
        if (numbers.some(({ id }) => id === phoneNumberId)) return null;
        const values = { account: wabaId, number: phoneNumberId };
        return { code: null, message: CHANNEL_REASONS.write('account_lacks_number', values) };
      },
      (fault) => accountDetail(fault, wabaId, null).message,
    ),
    runCheck('number', async () => {
      number = await readNumber(http, accessToken, phoneNumberId);
      return null;
    }),
    runCheck('subscription', async () => {
      const apps = await listSubscribedApps(http, accessToken, wabaId);
      return apps.some(({ id }) => id === appId) ? null : notSubscribed();
    }),
  ]);
  if (number) findings.registration = registrationError(number.isRegistered);
  return { findings, number, tokenExpiresAt, refusal };
}

/** Returns the message as a sentence. Messages about a field have no subject of their own. */
function sentence(subject: string, message: string): string {
  return /^[a-z]/.test(message) ? `${subject} ${message}` : message;
}
