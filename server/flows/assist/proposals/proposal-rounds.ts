import type { ResponseRules } from '../../../../shared/domain/time/business-time.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { instantOf, localTimeOf } from '../../../../shared/domain/time/time-zones.ts';
import { modeOf } from '../../../features/assist/index.ts';
import type { Context, QueryContext, Resources } from '../../../kernel/context/context.ts';
import { createTenantRounds } from '../../../kernel/queue/rounds.ts';
import {
  dropOpenProposals,
  endRound,
  hurryRound,
  planRound,
  roundOf,
  takeRound,
  tenantsWithRounds,
} from './proposals.repository.ts';
import { proposeReplies } from './propose-replies.ts';

const EVERY_MS = 5_000;
const MINUTE_MS = 60_000;
/** The round begins between two and five at night where the workspace is. */
const NIGHT = { fromMinute: 120, minutes: 180 };

/** Creates the worker that looks for proposals once a night in each workspace, and when a person asks for it. */
export function createProposalRounds(
  resources: Resources,
  readRules: (ctx: QueryContext) => Promise<ResponseRules>,
) {
  return createTenantRounds(resources, {
    name: 'reply_proposals',
    everyMs: EVERY_MS,
    problem: 'could not propose saved replies; will retry in the next night',
    tenants: tenantsWithRounds,
    run: async (ctx, _isStopping, stopping) => {
      const { hours } = await readRules(ctx);
      const nextAt = nextNight(ctx.clock.now(), hours?.timeZone ?? 'UTC', ctx.scope.key);
      const round = await roundOf(ctx);
      if (!round) await planRound(ctx, nextAt);
      else if (round.isDue === 1 && (await takeRound(ctx, { dueAt: round.dueAt, nextAt })))
        await look(ctx, stopping);
      return false;
    },
  });
}

async function look(ctx: Context, stopping: AbortSignal): Promise<void> {
  try {
    const mode = await modeOf(ctx, 'proposals');
    if (mode === 'off') await dropOpenProposals(ctx);
    else if (!(await proposeReplies(ctx, mode, stopping))) await hurryRound(ctx);
  } finally {
    await endRound(ctx);
  }
}

/** Returns the next time at night in a time zone. Each workspace has its own minute, so that not all begin together. */
export function nextNight(now: Date, timeZone: string, tenantId: Buffer): Date {
  const minute = NIGHT.fromMinute + (tenantId.readUInt16BE(tenantId.length - 2) % NIGHT.minutes);
  const local = localTimeOf(now.getTime(), timeZone);
  const midnight = local - (local % DAY_MS);
  const today = instantOf(midnight + minute * MINUTE_MS, timeZone);
  // Some minutes ahead at least: a round that begins at its own time is not due again at once.
  const isPast = today <= now.getTime() + MINUTE_MS;
  return new Date(isPast ? instantOf(midnight + DAY_MS + minute * MINUTE_MS, timeZone) : today);
}
