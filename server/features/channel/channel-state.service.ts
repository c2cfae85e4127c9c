import type { Channel, ChannelState } from '../../../shared/contract/channel/channel.ts';
import { readChannelReason } from '../../../shared/domain/reasons/channel-reasons.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { presentChannel } from './channel.presenter.ts';
import { countWaitingSends, findChannel, lockChannel, saveChannelState } from './channel.repository.ts';
import type { ChannelError, ChannelRow } from './channel-rows.ts';
import { findSettings } from './cloud-api.repository.ts';

/** The messages that wait to be sent. Another part of the server sends them. */
export interface WaitingSends {
  /** Makes the workspace's waiting messages due, all of them or the oldest; returns how many. */
  releaseSends(ctx: QueryContext, which: 'all' | 'oldest'): Promise<number>;
  /** Notifies the sender that messages are due. */
  wakeSender(): void;
}

/** Returns the state of the channel, as every member may see it. */
export async function describeChannel(ctx: QueryContext): Promise<Channel> {
  const settings = await findSettings(ctx);
  if (!settings) return { state: 'not_connected', since: null, reason: null };
  const row = await findChannel(ctx);
  if (!row) return presentChannel({ state: 'connected', since: settings.updatedAt, reason: null });
  const { state, since, reasonCode: code, reason: message } = row;
  return presentChannel({ state, since, reason: message === null ? null : { code, message } });
}

/** Returns the state of the channel, and the number of waiting messages. */
export async function channelSummary(ctx: QueryContext) {
  return { channel: await describeChannel(ctx), waiting: await countWaitingSends(ctx) };
}

/** Makes open pages reload the channel after a change of something other than its state. */
export async function announceChannel(ctx: Context): Promise<void> {
  const channel = await describeChannel(ctx);
  await inTransaction(ctx, async (ctx) => ctx.record('channel.updated', { channel, isSameState: true }));
}

/** Whether two reasons differ in their details alone, such as the address of one attempt. */
function isSameKind(before: ChannelRow, after: ChannelError | null): boolean {
  return readChannelReason(before.reason ?? '').code === readChannelReason(after?.message ?? '').code;
}

/**
 * Changes the state in a transaction, and records the event. Does nothing when the state and the kind of its reason stay the
 * same, or the state is not one of `from`.
 * @returns whether it changed. The caller must wake the sender after the commit if the new state is
 * `connected`.
 */
export async function changeState(
  ctx: ChangeContext,
  sends: Pick<WaitingSends, 'releaseSends'>,
  to: ChannelState,
  reason: ChannelError | null = null,
  from?: readonly ChannelState[],
): Promise<boolean> {
  const before = await lockChannel(ctx);
  const current = before?.state ?? 'connected';
  if (from && !from.includes(current)) return false;
  if (before && current === to && before.reasonCode === (reason?.code ?? null) && isSameKind(before, reason))
    return false;
  const since = before && current === to ? before.since : ctx.clock.now();
  await saveChannelState(ctx, to, since, reason);
  ctx.record('channel.updated', { channel: presentChannel({ state: to, since, reason }) });
  if (to === 'connected') await sends.releaseSends(ctx, 'all');
  return true;
}
