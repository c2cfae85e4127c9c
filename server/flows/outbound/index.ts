import type { Channel } from '../../features/channel/index.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Media } from '../media/index.ts';
import type { Templates } from '../templates/index.ts';
import { createSendWorker } from './deliver-send.ts';
import { createSendMessage } from './send-message.ts';
import { createSendWaiters } from './send-waiters.ts';

export type Outbound = ReturnType<typeof wireOutbound>;

/** What goes to customers: stored first, then handed to the platform by a worker. */
export function wireOutbound(
  kernel: Kernel,
  parts: { channel: Channel; media: Media; templates: Templates },
) {
  const { config, logger, database, inUnitOfWork, background } = kernel;
  const { channel, media, templates } = parts;
  const waiters = createSendWaiters(database);
  const sendWorker = createSendWorker({
    ...background,
    logger,
    graph: channel.graph,
    settings: channel.settings,
    onParked: kernel.metrics.parkedItem,
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
