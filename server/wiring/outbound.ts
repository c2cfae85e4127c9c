import { createSendWorker } from '../flows/deliver-send.ts';
import { createSendMessage } from '../flows/send-message.ts';
import { createSendWaiters } from '../flows/send-waiters.ts';
import type { Channel } from './channel.ts';
import type { Inbound } from './inbound.ts';
import type { Kernel } from './kernel.ts';
import type { Media } from './media.ts';
import type { Templates } from './templates.ts';

export type Outbound = ReturnType<typeof wireOutbound>;

/** What goes to customers: stored first, then handed to the platform by a worker. */
export function wireOutbound(
  kernel: Kernel,
  parts: { channel: Channel; media: Media; templates: Templates; inbound: Inbound },
) {
  const { config, logger, database, inUnitOfWork } = kernel;
  const { channel, media, templates, inbound } = parts;
  const waiters = createSendWaiters(database);
  const sendWorker = createSendWorker({
    database,
    logger,
    inUnitOfWork,
    graph: channel.graph,
    settings: channel.settings,
    applyStatus: inbound.applyStatus,
    applyWaiting: inbound.applyWaiting,
    waiters,
    sendsPerSecond: config.rateLimits.sendsPerSecond,
    noteSend: channel.state.noteSend,
    uploadForSend: media.uploadForSend,
  });
  const sendMessage = createSendMessage({
    database,
    logger,
    inUnitOfWork,
    waiters,
    isConnected: channel.isConnected,
    wakeSender: sendWorker.wake,
    askContentType: media.askContentType,
    templateFaults: (scope, send) =>
      templates.faultsOf(scope, { ...send, components: send.components ?? [] }),
  });
  return { waiters, sendMessage, wakeSender: sendWorker.wake, workers: [sendWorker] };
}
