import { containsName, registerContacts } from '../features/contacts/index.ts';
import { registerConversations } from '../features/conversations/index.ts';
import { readThread, registerMessages } from '../features/messages/index.ts';
import { createDeleteContact, purgeContactJob } from '../flows/delete-contact.ts';
import { findThread } from '../flows/find-thread.ts';
import { replySend } from '../flows/inbox-sends.ts';
import { createMarkReadUpTo } from '../flows/mark-read-up-to.ts';
import { createReact, sendReactionJob } from '../flows/react.ts';
import { enqueueReportRead, reportReadJob } from '../flows/report-read.ts';
import type { Channel } from './channel.ts';
import type { Kernel } from './kernel.ts';
import type { Media } from './media.ts';
import type { Outbound } from './outbound.ts';

/** Contacts, their conversations and messages. */
export function wireInbox(
  kernel: Kernel,
  parts: { channel: Channel; media: Media; outbound: Outbound },
  { wakeJobs }: { wakeJobs(): void },
) {
  const { database, cursors, inUnitOfWork } = kernel;
  const { sendMessage } = parts.outbound;
  const { graph, settings, isConnected } = parts.channel;

  const contacts = registerContacts({
    database,
    inUnitOfWork,
    cursors,
    deleteContact: createDeleteContact({ database, inUnitOfWork, wakeJobs }),
  });
  const messages = registerMessages({
    database,
    cursors,
    findThread: (scope, reference) => findThread(database, scope, reference),
    sendFromApi: sendMessage.fromApi,
    react: createReact({ database, inUnitOfWork, isConnected, wakeJobs }),
    markReadUpTo: createMarkReadUpTo({ database, inUnitOfWork, wakeJobs }),
  });
  const conversations = registerConversations({
    database,
    cursors,
    inUnitOfWork,
    getContact: contacts.service.get,
    namePattern: containsName,
    readThread: (scope, contactId, query) => readThread({ database, cursors }, scope, contactId, query),
    sendFromInbox: (actor, conversationId, input) =>
      sendMessage.fromInbox(actor, conversationId, replySend(database, input)),
    retryFromInbox: sendMessage.retry,
    reportRead: (scope, tx, conversationId) => enqueueReportRead(database, scope, tx, conversationId),
    wakeJobs,
  });
  return {
    jobs: [
      purgeContactJob(database, parts.media.files),
      reportReadJob({ database, graph, settings }),
      sendReactionJob({ database, inUnitOfWork, graph, settings }),
    ],
    publicRoutes: { contacts: contacts.routes, messages: messages.routes },
    dashboardRoutes: { contacts: contacts.routes, conversations: conversations.routes },
  };
}
