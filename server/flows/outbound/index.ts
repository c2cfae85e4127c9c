import type { SendMessage } from '../../../shared/contract/send-message.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Channel } from '../../features/channel/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { createRightOfWay } from '../../kernel/queue/right-of-way.ts';
import type { Media } from '../media/index.ts';
import type { Templates } from '../templates/index.ts';
import { createSendWorker } from './deliver-send.ts';
import { createSendExpiry } from './expire-sends.ts';
import type { SendOfInbox } from './inbox-sends.ts';
import { createQueueLimit } from './queue-limit.ts';
import { cancelScheduled, createScheduleWorker, sendScheduledNow } from './scheduled-sends.ts';
import { type SendParts, sendFromApi } from './send-from-api.ts';
import { retrySend, sendFromInbox } from './send-message.ts';
import { createSendWaiters } from './send-waiters.ts';

export { releaseSends } from './outbound-sends.repository.ts';

export type Outbound = ReturnType<typeof wireOutbound>;

/** Wires messages to customers: they are stored first, then sent to the platform by a worker. */
export function wireOutbound(
  { config, background, metrics }: Kernel,
  {
    channel,
    media,
    templates,
    liveServers,
  }: {
    channel: Channel;
    media: Media;
    templates: Templates;
    /** Returns how many servers send, this one included. */
    liveServers(): number;
  },
) {
  const waiters = createSendWaiters();
  const rightOfWay = createRightOfWay();
  const sendWorker = createSendWorker(background.resources, {
    graph: channel.graph,
    transfer: media.transfer,
    files: media.files,
    onParked: metrics.parkedItem,
    waiters,
    rightOfWay,
    // Servers take sends from one queue, so their shares add up to the limit.
    sendsPerSecond: () => Math.max(1, config.rateLimits.sendsPerSecond / liveServers()),
    expiryHours: config.sends.expiryHours,
    isSandbox: config.sandboxEnabled,
    noteRefusal: channel.signals.noteRefusal,
    noteSend: channel.signals.noteSend,
  });
  const parts: SendParts = {
    waiters,
    rightOfWay,
    wakeSender: sendWorker.wake,
    checkQueue: createQueueLimit(config.sends.queueMax),
    expiryHours: config.sends.expiryHours,
    askContentType: media.askContentType,
    templateErrors: (ctx, send) =>
      templates.templateErrors(ctx, { ...send, components: send.components ?? [] }),
    knownTemplate: (ctx, send) =>
      templates.knownTemplate(ctx, { ...send, components: send.components ?? [] }),
  };
  const fromInbox: SendOfInbox = (ctx, conversationId, send) =>
    sendFromInbox(ctx, parts, conversationId, send);
  return {
    waiters,
    rightOfWay,
    sendFromApi: (ctx: Context, input: SendMessage) =>
      sendFromApi(ctx, parts, input).catch((error) => {
        const isUnknown = error instanceof AppError && error.code === 'contact_not_found';
        if (!isUnknown) throw error;
        // The contact may have been merged into another one in this very moment.
        return sendFromApi(ctx, parts, input);
      }),
    sendFromInbox: fromInbox,
    retrySend: (ctx: Context, messageId: Buffer) => retrySend(ctx, parts, messageId),
    sendScheduledNow: (ctx: Context, messageId: Buffer) => sendScheduledNow(ctx, sendWorker.wake, messageId),
    cancelScheduled,
    scheduleWorker: createScheduleWorker(background.resources, sendWorker.wake),
    wakeSender: sendWorker.wake,
    workers: [sendWorker, createSendExpiry(background.resources)],
  };
}
