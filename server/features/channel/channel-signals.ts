import type { ChannelState } from '../../../shared/contract/channel/channel.ts';
import type { CheckName } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { GraphAccount, SendOutcome } from '../../platform/graph/graph-client.ts';
import type { GraphHttp } from '../../platform/graph/graph-http.ts';
import { findChannel, saveCheck } from './channel.repository.ts';
import type { ChannelError } from './channel-rows.ts';
import { changeState, type WaitingSends } from './channel-state.service.ts';
import { registrationError, type Verdict, verdictOf, verdictOfAnswer } from './channel-verdict.ts';
import { credentialsOf } from './credentials.ts';

export type ChannelSignals = ReturnType<typeof createChannelSignals>;

/** After a successful response, further ones are not evaluated for this long. */
const QUIET_MS = 2_000;
/** Minimum interval between two records of a successful send. */
const SUCCESS_EVERY_MS = 30_000;
/** Minimum interval between two records of a verification, because anyone can call a callback URL. */
const HANDSHAKE_EVERY_MS = 2_000;
const EVENT_EVERY_MS = 10_000;
const PROBE_MS = 8_000;
/** The platform's code for a number that was deregistered outside this app. */
const NOT_REGISTERED = '133010';
/** A single missing response is ignored; this many in a row are an outage. */
const SILENT_MAX = 2;

/** Times are from this process's monotonic clock, because the wall clock can step back. */
const NEVER = Number.NEGATIVE_INFINITY;

type Credentials = Pick<GraphAccount, 'accessToken'>;

interface Seen {
  /** Number of consecutive sends without a response. */
  silent: number;
  quietUntil: number;
  successAt: number;
}

/**
 * Tracks each workspace's connection to the platform by the results of its sends (decision 0215). What this
 * process has observed for each workspace is kept in memory.
 */
export function createChannelSignals({ http, ...sends }: WaitingSends & { http: GraphHttp }) {
  const seen = new Map<string, Seen>();
  const notedAt = new Map<string, number>();

  function seenOf({ tenantId }: TenantScope): Seen {
    const known = seen.get(tenantId) ?? { silent: 0, quietUntil: 0, successAt: NEVER };
    seen.set(tenantId, known);
    return known;
  }

  async function move(
    ctx: Context,
    to: ChannelState,
    reason: ChannelError | null,
    from?: readonly ChannelState[],
  ): Promise<void> {
    const moved = await inTransaction(ctx, (ctx) => changeState(ctx, sends, to, reason, from));
    if (moved && to === 'connected') sends.wakeSender();
  }

  async function noteWorks(ctx: Context, verdict: Verdict): Promise<void> {
    const known = seenOf(ctx.scope);
    known.silent = 0;
    const now = performance.now();
    if (now < known.quietUntil) return;
    known.quietUntil = now + QUIET_MS;
    const state = (await findChannel(ctx))?.state ?? 'connected';
    const ends: ChannelState[] =
      verdict.kind === 'works' ? ['platform_unreachable', 'credentials_refused'] : ['platform_unreachable'];
    if (!ends.includes(state)) return;
    await move(ctx, 'connected', null, ends);
    if (state === 'credentials_refused') await saveCheck(ctx, 'token', null);
  }

  async function noteSilence(ctx: Context, reason: ChannelError): Promise<void> {
    const known = seenOf(ctx.scope);
    known.silent += 1;
    known.quietUntil = 0;
    if (known.silent < SILENT_MAX) return;
    await move(ctx, 'platform_unreachable', reason, ['connected', 'platform_unreachable']);
  }

  async function noteVerdict(ctx: Context, verdict: Verdict): Promise<void> {
    if (verdict.kind === 'works' || verdict.kind === 'answers') return noteWorks(ctx, verdict);
    if (verdict.kind === 'silent') return noteSilence(ctx, verdict.reason);
    seenOf(ctx.scope).quietUntil = 0;
    await saveCheck(ctx, 'token', verdict.reason);
    await move(ctx, 'credentials_refused', verdict.reason, [
      'connected',
      'platform_unreachable',
      'credentials_refused',
    ]);
  }

  /** Whether these are still the credentials of the workspace. */
  async function areCurrent(ctx: Context, { accessToken }: Credentials): Promise<boolean> {
    return (await credentialsOf(ctx))?.accessToken === accessToken;
  }

  /** Requests the connected number from the platform and notes the response; does nothing without one. */
  async function probe(ctx: Context): Promise<void> {
    const credentials = await credentialsOf(ctx);
    if (!credentials) return;
    const { accessToken: token, phoneNumberId: path } = credentials;
    const query = { fields: 'id' };
    const answer = await http.call({ token, method: 'GET', path, query, timeoutMs: PROBE_MS });
    await noteVerdict(ctx, verdictOfAnswer(answer));
  }

  /** Saves a success that was not requested, at most once in `everyMs`. The caller does not wait for it. */
  function noteThrottled(ctx: Context, name: CheckName, everyMs: number): void {
    const key = `${ctx.scope.tenantId} ${name}`;
    if (performance.now() - (notedAt.get(key) ?? NEVER) < everyMs) return;
    notedAt.set(key, performance.now());
    saveCheck(ctx, name, null).catch((error) =>
      ctx.log.warn({ err: error, tenantId: ctx.scope.tenantId }, 'could not save a check of the channel'),
    );
  }

  return {
    /** Notes a response of the platform. */
    noteVerdict,

    /** Notes that the platform refuses the credentials of a send, before the send is put off and pauses the others. */
    async noteRefusal(ctx: Context, account: Credentials, outcome: SendOutcome): Promise<void> {
      const verdict = verdictOf(outcome);
      if (verdict.kind === 'refuses' && (await areCurrent(ctx, account))) await noteVerdict(ctx, verdict);
    },

    /** Notes the outcome of a send after it was stored. */
    async noteSend(ctx: Context, account: Credentials, outcome: SendOutcome): Promise<void> {
      const verdict = verdictOf(outcome);
      if (verdict.kind === 'refuses') {
        // Noted before, by `noteRefusal`.
        if (await areCurrent(ctx, account)) return;
        // New credentials were saved while it was in flight, so it is sent again with those.
        await sends.releaseSends(ctx, 'all');
        return sends.wakeSender();
      }
      await noteVerdict(ctx, verdict);
      if (outcome.kind === 'unknown' && seenOf(ctx.scope).silent === 1) await probe(ctx);
      if (outcome.kind === 'refused' && outcome.error.code === NOT_REGISTERED)
        await saveCheck(ctx, 'registration', registrationError(false));
      const known = seenOf(ctx.scope);
      if (outcome.kind !== 'accepted' || performance.now() - known.successAt < SUCCESS_EVERY_MS) return;
      known.successAt = performance.now();
      await saveCheck(ctx, 'send', null);
    },

    /** Notes that the platform called the callback URL with an event. */
    noteEvent(ctx: Context): void {
      noteThrottled(ctx, 'event', EVENT_EVERY_MS);
    },

    /** Notes that the platform verified the callback URL with the right verify token. */
    noteHandshake(ctx: Context): void {
      noteThrottled(ctx, 'callback', HANDSHAKE_EVERY_MS);
    },

    /** Sends the workspace's oldest message that waits for the platform; without one, probes the platform. */
    async tryAgain(ctx: Context): Promise<void> {
      if ((await sends.releaseSends(ctx, 'oldest')) > 0) return sends.wakeSender();
      await probe(ctx);
    },
  };
}
