import { isId } from '../../../shared/domain/ids.ts';

/** What a link from outside may ask for: to see a conversation, on a server that is known already. */
export interface DeepLink {
  conversationId: string;
  /** The server's origin, when the link names one. */
  server: string | null;
}

const SCHEME = 'switchboard:';
const LONGEST = 500;

/**
 * `switchboard://conversation/cv_…?server=https://crm.example.com`. Anybody can make such a link, so it
 * carries ids only and opens a view only; whatever else it says makes it no link.
 */
export function readDeepLink(text: string): DeepLink | null {
  if (text.length > LONGEST || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== SCHEME || url.host !== 'conversation') return null;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null;
  const conversationId = url.pathname.slice(1);
  if (!isId('conversation', conversationId)) return null;
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'server');
  const servers = url.searchParams.getAll('server');
  if (unknown.length > 0 || servers.length > 1) return null;
  const server = servers[0] ?? null;
  if (server !== null && (!URL.canParse(server) || new URL(server).origin !== server)) return null;
  return { conversationId, server };
}

/** The link on a command line: how Windows and Linux hand it over. */
export function deepLinkIn(argv: readonly string[]): DeepLink | null {
  const text = argv.find((argument) => argument.startsWith(SCHEME));
  return text === undefined ? null : readDeepLink(text);
}
