import type { ChannelState } from '../../../shared/contract/channel/channel.ts';
import type { CheckName } from '../../../shared/contract/channel/cloud-api.contract.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { SendOutcome } from '../../platform/graph/graph-client.ts';
import type { GraphHttp } from '../../platform/graph/graph-http.ts';
import { findChannel, saveCheck } from './channel.repository.ts';
import type { ChannelFault } from './channel-rows.ts';
import { changeState, type WaitingSends } from './channel-state.service.ts';
import { registrationFault, type Verdict, verdictOf, verdictOfAnswer } from './channel-verdict.ts';
import { credentialsOf } from './credentials.ts';

export type ChannelSignals = ReturnType<typeof createChannelSignals>;

/** After a good answer the next ones say nothing new for this long. */
const QUIET_MS = 2_000;
/** How often it is written down that sending works. */
const SUCCESS_EVERY_MS = 30_000;
/** Anybody may call a callback address, as often as they like: this often it is written down. */
const HANDSHAKE_EVERY_MS = 2_000;
const EVENT_EVERY_MS = 10_000;
const PROBE_MS = 8_000;
/** The platform's code for a number that was deregistered behind our back. */
const NOT_REGISTERED = '133010';
/** One missing answer means nothing; this many in a row are an outage. */
const SILENT_MAX = 2;

/** Moments are those of this process's monotonic clock: the wall clock may step back. */
const NEVER = Number.NEGATIVE_INFINITY;

interface Seen {
  /** Sends in a row that were not answered. */
  silent: number;
  quietUntil: number;
  successAt: number;
}

/**
 * Keeps how each workspace stands with the platform, from the answers to its sends (decision 0215). What this process
 * has seen of each workspace is kept in memory.
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
    reason: ChannelFault | null,
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

  async function noteSilence(ctx: Context, reason: ChannelFault): Promise<void> {
    const known = seenOf(ctx.scope);
    known.silent += 1;
    known.quietUntil = 0;
    if (known.silent < SILENT_MAX) return;
    await move(ctx, 'platform_unreachable', reason, ['connected']);
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

  /** Asks the platform for the connected number and notes its answer; does nothing when none is connected. */
  async function probe(ctx: Context): Promise<void> {
    const credentials = await credentialsOf(ctx);
    if (!credentials) return;
    const { accessToken: token, phoneNumberId: path } = credentials;
    const query = { fields: 'id' };
    const answer = await http.call({ token, method: 'GET', path, query, timeoutMs: PROBE_MS });
    await noteVerdict(ctx, verdictOfAnswer(answer));
  }

  /** Saves a check that happens by itself, at most once in `everyMs`. The caller does not wait for it. */
  function noteSometimes(ctx: Context, name: CheckName, fault: ChannelFault | null, everyMs: number): void {
    const key = `${ctx.scope.tenantId} ${name} ${fault === null}`;
    if (performance.now() - (notedAt.get(key) ?? NEVER) < everyMs) return;
    notedAt.set(key, performance.now());
    saveCheck(ctx, name, fault).catch((error) =>
      ctx.log.warn({ err: error }, 'a look at the channel could not be noted'),
    );
  }

  return {
    /** Notes an answer of the platform. */
    noteVerdict,

    /** Notes the outcome of a send, after it was settled. */
    async noteSend(ctx: Context, account: { accessToken: string }, outcome: SendOutcome): Promise<void> {
      const verdict = verdictOf(outcome);
      if (verdict.kind === 'refuses' && (await credentialsOf(ctx))?.accessToken !== account.accessToken) {
        // Better credentials were saved while it was on its way: it goes out with those.
        await sends.releaseSends(ctx, 'all');
        return sends.wakeSender();
      }
      await noteVerdict(ctx, verdict);
      if (outcome.kind === 'unknown' && seenOf(ctx.scope).silent === 1) await probe(ctx);
      if (outcome.kind === 'refused' && outcome.error.code === NOT_REGISTERED)
        await saveCheck(ctx, 'registration', registrationFault(false));
      const known = seenOf(ctx.scope);
      if (outcome.kind !== 'accepted' || performance.now() - known.successAt < SUCCESS_EVERY_MS) return;
      known.successAt = performance.now();
      await saveCheck(ctx, 'send', null);
    },

    /** Notes that the platform called the callback address with an event. */
    noteEvent(ctx: Context): void {
      noteSometimes(ctx, 'event', null, EVENT_EVERY_MS);
    },

    /** Notes that the platform verified the callback address, with the right verify token or not. */
    noteHandshake(ctx: Context, isRight: boolean): void {
      const message =
        'The platform used a different verify token. Copy the token from this page to the platform again.';
      noteSometimes(ctx, 'callback', isRight ? null : { code: null, message }, HANDSHAKE_EVERY_MS);
    },

    /** Sends the oldest message of a workspace that waits for the platform; without one it asks the platform. */
    async tryAgain(ctx: Context): Promise<void> {
      if ((await sends.releaseSends(ctx, 'oldest')) > 0) return sends.wakeSender();
      await probe(ctx);
    },
  };
}
