import type { Channel } from '../../features/channel/index.ts';
import { containsName, registerContacts } from '../../features/contacts/index.ts';
import { registerConversations } from '../../features/conversations/index.ts';
import { readThread, registerMessages } from '../../features/messages/index.ts';
import type { Kernel } from '../../kernel/index.ts';
import type { Media } from '../media/index.ts';
import { replySend } from '../outbound/inbox-sends.ts';
import type { Outbound } from '../outbound/index.ts';
import { createDeleteContact, purgeContactJob } from './delete-contact.ts';
import { findThread } from './find-thread.ts';
import { createMarkReadUpTo } from './mark-read-up-to.ts';
import { createReact, sendReactionJob } from './react.ts';
import { enqueueReportRead, reportReadJob } from './report-read.ts';

/** Contacts, their conversations and messages. */
export function wireInbox(
  kernel: Kernel,
  parts: { channel: Channel; media: Media; outbound: Outbound },
  { wakeJobs }: { wakeJobs(): void },
) {
  const { database, cursors, inUnitOfWork, background } = kernel;
  const { outbound } = parts;
  const { graph, settings, isConnected } = parts.channel;

  const contacts = registerContacts({
    database,
    inUnitOfWork,
    cursors,
    deleteContact: createDeleteContact({ database, inUnitOfWork, wakeJobs }),
  });
  const messages = registerMessages({
    findThread: (ctx, reference) => findThread(ctx.db, ctx.scope, reference),
    sendFromApi: outbound.sendFromApi,
    react: createReact({ database, isConnected, wakeJobs }),
    markReadUpTo: createMarkReadUpTo({ database, wakeJobs }),
  });
  const conversations = registerConversations({
    database,
    cursors,
    inUnitOfWork,
    getContact: contacts.service.get,
    namePattern: containsName,
    readThread: (scope, contactId, query) => readThread({ db: database, cursors, scope }, contactId, query),
    sendFromInbox: (ctx, conversationId, input) =>
      outbound.sendFromInbox(ctx, conversationId, replySend(input)),
    retryFromInbox: outbound.retrySend,
    reportRead: (scope, tx, conversationId) => enqueueReportRead(database, scope, tx, conversationId),
    wakeJobs,
  });
  return {
    jobs: [
      purgeContactJob(background.database, parts.media.files),
      reportReadJob({ database: background.database, graph, settings }),
      sendReactionJob({ ...background, graph, settings }),
    ],
    publicRoutes: { contacts: contacts.routes, messages: messages.routes },
    dashboardRoutes: { contacts: contacts.routes, conversations: conversations.routes },
  };
}
