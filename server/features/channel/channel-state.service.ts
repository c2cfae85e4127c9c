import type { Channel, ChannelState } from '../../../shared/contract/channel.ts';
import type { CheckName } from '../../../shared/contract/cloud-api.contract.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { UnitOfWork, Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { SendOutcome } from '../../platform/graph/graph-client.ts';
import { presentChannel } from './channel.presenter.ts';
import { ChannelRepository } from './channel.repository.ts';
import type { ChannelFault } from './channel-rows.ts';
import { registrationFault, type Verdict, verdictOf } from './channel-verdict.ts';
import { CloudApiSettingsRepository } from './cloud-api-settings.repository.ts';

export interface ChannelStateDeps {
  database: Database;
  inUnitOfWork: UnitOfWork;
  /** Makes the waiting messages of a workspace due, all or the oldest of them; answers how many. */
  releaseSends(scope: TenantScope, which: 'all' | 'oldest', tx?: Transaction): Promise<number>;
  /** Says that there are some. */
  wakeSender(): void;
  /** Asks the platform for the connected number; null when there is none. */
  probe(scope: TenantScope): Promise<Verdict | null>;
  /** Whether this is still the token that the workspace sends with. */
  isCurrentToken(scope: TenantScope, accessToken: string): Promise<boolean>;
}

export type ChannelStateService = ReturnType<typeof createChannelState>;

/** After a good answer the next ones say nothing new for this long. */
const QUIET_MS = 2_000;
/** How often it is written down that sending works. */
const SUCCESS_EVERY_MS = 30_000;
/** The platform's code for a number that was deregistered behind our back. */
const NOT_REGISTERED = '133010';
/** One answer that stays away is nothing; so many in a row are an outage. */
const SILENT_MAX = 2;

/** Moments are those of this process's monotonic clock: the wall clock may step back. */
const NEVER = Number.NEGATIVE_INFINITY;

interface Seen {
  /** Sends in a row that were not answered. */
  silent: number;
  quietUntil: number;
  successAt: number;
}

/** Keeps how each workspace stands with the platform, from what its sends are answered (decision 0215). */
export function createChannelState(deps: ChannelStateDeps) {
  const { database, inUnitOfWork } = deps;
  const seen = new Map<string, Seen>();
  const notedAt = new Map<string, number>();

  function seenOf({ tenantId }: TenantScope): Seen {
    const known = seen.get(tenantId) ?? { silent: 0, quietUntil: 0, successAt: NEVER };
    seen.set(tenantId, known);
    return known;
  }

  /** Part of a change: the state with its event, unless it is what it was, or the change starts elsewhere. */
  async function moveIn(
    work: Work,
    scope: TenantScope,
    to: ChannelState,
    reason: ChannelFault | null = null,
    from?: readonly ChannelState[],
  ): Promise<boolean> {
    const repository = new ChannelRepository(database, scope, work.tx);
    const before = await repository.find(true);
    const current = before?.state ?? 'connected';
    if (from && !from.includes(current)) return false;
    if (before && current === to && before.reasonCode === (reason?.code ?? null)) return false;
    const since = before && current === to ? before.since : new Date();
    await repository.saveState(to, since, reason);
    work.record('channel.updated', { channel: presentChannel({ state: to, since, reason }) });
    if (to === 'connected') await deps.releaseSends(scope, 'all', work.tx);
    return true;
  }

  async function move(
    scope: TenantScope,
    to: ChannelState,
    reason: ChannelFault | null,
    from?: readonly ChannelState[],
  ): Promise<void> {
    const moved = await inUnitOfWork(scope, (work) => moveIn(work, scope, to, reason, from));
    if (moved && to === 'connected') deps.wakeSender();
  }

  async function noteWorks(scope: TenantScope, verdict: Verdict): Promise<void> {
    const known = seenOf(scope);
    known.silent = 0;
    const now = performance.now();
    if (now < known.quietUntil) return;
    known.quietUntil = now + QUIET_MS;
    const state = (await new ChannelRepository(database, scope).find())?.state ?? 'connected';
    const ends: ChannelState[] =
      verdict.kind === 'works' ? ['platform_unreachable', 'credentials_refused'] : ['platform_unreachable'];
    if (!ends.includes(state)) return;
    await move(scope, 'connected', null, ends);
    if (state === 'credentials_refused') await noteCheck(scope, 'token', null);
  }

  async function noteSilence(scope: TenantScope, reason: ChannelFault): Promise<void> {
    const known = seenOf(scope);
    known.silent += 1;
    known.quietUntil = 0;
    if (known.silent < SILENT_MAX) return;
    await move(scope, 'platform_unreachable', reason, ['connected']);
  }

  async function note(scope: TenantScope, verdict: Verdict): Promise<void> {
    if (verdict.kind === 'works' || verdict.kind === 'answers') return noteWorks(scope, verdict);
    if (verdict.kind === 'silent') return noteSilence(scope, verdict.reason);
    seenOf(scope).quietUntil = 0;
    await noteCheck(scope, 'token', verdict.reason);
    await move(scope, 'credentials_refused', verdict.reason, [
      'connected',
      'platform_unreachable',
      'credentials_refused',
    ]);
  }

  async function noteCheck(scope: TenantScope, name: CheckName, fault: ChannelFault | null): Promise<void> {
    await new ChannelRepository(database, scope).noteCheck(name, fault);
  }

  /** How messages stand, as everybody of the workspace may know it. */
  async function describe(scope: TenantScope): Promise<Channel> {
    const settings = await new CloudApiSettingsRepository(database, scope).find();
    if (!settings) return { state: 'not_connected', since: null, reason: null };
    const row = await new ChannelRepository(database, scope).find();
    if (!row) return presentChannel({ state: 'connected', since: settings.updatedAt, reason: null });
    const { state, since, reasonCode: code, reason: message } = row;
    return presentChannel({ state, since, reason: message === null ? null : { code, message } });
  }

  return {
    moveIn,
    note,
    noteCheck,

    describe,

    /** Lets open pages look again: something of the channel changed that is not its state. */
    async announce(scope: TenantScope): Promise<void> {
      const channel = await describe(scope);
      await inUnitOfWork(scope, async (work) => work.record('channel.updated', { channel }));
    },

    waiting: (scope: TenantScope) => new ChannelRepository(database, scope).waiting(),

    /** Learns from what a send was answered, after it was settled. */
    async noteSend(
      scope: TenantScope,
      account: { accessToken: string },
      outcome: SendOutcome,
    ): Promise<void> {
      const verdict = verdictOf(outcome);
      if (verdict.kind === 'refuses' && !(await deps.isCurrentToken(scope, account.accessToken))) {
        // Better credentials were saved while it was on its way: it goes out with those.
        await deps.releaseSends(scope, 'all');
        return deps.wakeSender();
      }
      await note(scope, verdict);
      if (outcome.kind === 'unknown' && seenOf(scope).silent === 1) {
        const probed = await deps.probe(scope);
        if (probed) await note(scope, probed);
      }
      if (outcome.kind === 'refused' && outcome.error.code === NOT_REGISTERED)
        await noteCheck(scope, 'registration', registrationFault(false));
      const known = seenOf(scope);
      if (outcome.kind !== 'accepted' || performance.now() - known.successAt < SUCCESS_EVERY_MS) return;
      known.successAt = performance.now();
      await noteCheck(scope, 'send', null);
    },

    /** Notes what comes by itself, at most every few seconds: anybody may call the callback address. */
    async noteSometimes(
      scope: TenantScope,
      name: CheckName,
      fault: ChannelFault | null,
      everyMs: number,
    ): Promise<void> {
      const key = `${scope.tenantId} ${name} ${fault === null}`;
      if (performance.now() - (notedAt.get(key) ?? NEVER) < everyMs) return;
      notedAt.set(key, performance.now());
      await noteCheck(scope, name, fault);
    },

    /** A workspace that waits for the platform tries its oldest message; without one the platform is asked. */
    async tryAgain(scope: TenantScope): Promise<void> {
      if ((await deps.releaseSends(scope, 'oldest')) > 0) return deps.wakeSender();
      const probed = await deps.probe(scope);
      if (probed) await note(scope, probed);
    },
  };
}
