import { isId } from '../../../shared/domain/ids.ts';

/** A link from outside the app. It can only open a conversation, on a server that was already added. */
export interface DeepLink {
  conversationId: string;
  /** The message to show, when the link names one. */
  messageId: string | null;
  /** The server's origin, when the link names one. */
  server: string | null;
}

const SCHEME = 'switchboard:';
const LONGEST = 500;

/**
 * Parses `switchboard://conversation/cv_…?message=msg_…&server=https://crm.example.com`. Anyone can create such a link, so
 * it can only contain ids and open a view. Returns null if it contains anything else.
 */
export function readDeepLink(text: string): DeepLink | null {
  if (text.length > LONGEST || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== SCHEME || url.host !== 'conversation') return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  const conversationId = url.pathname.slice(1);
  if (!isId('conversation', conversationId)) return null;
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'server' && name !== 'message');
  const servers = url.searchParams.getAll('server');
  const messages = url.searchParams.getAll('message');
  if (unknown.length > 0 || servers.length > 1 || messages.length > 1) return null;
  const messageId = messages[0] ?? null;
  if (messageId !== null && !isId('message', messageId)) return null;
  const server = servers[0] ?? null;
  if (server !== null && (!URL.canParse(server) || new URL(server).origin !== server)) return null;
  return { conversationId, messageId, server };
}

/** Returns the link on a command line, which is how Windows and Linux pass it. */
export function deepLinkIn(argv: readonly string[]): DeepLink | null {
  const text = argv.find((argument) => argument.startsWith(SCHEME));
  return text === undefined ? null : readDeepLink(text);
}
