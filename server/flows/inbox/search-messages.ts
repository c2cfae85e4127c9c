import { implement } from '@orpc/server';
import { searchContract } from '../../../shared/contract/search.contract.ts';
import {
  SEARCHED_THINGS,
  type SearchedState,
  type SearchedThing,
} from '../../../shared/domain/search-query.ts';
import { listContacts } from '../../features/contacts/index.ts';
import { type MessageFilter, membersNamed, searchMessages } from '../../features/messages/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId } from '../../kernel/ids.ts';

/** The people that `from:` can mean at most. */
const PEOPLE_MAX = 100;

interface SearchInput {
  text?: string | undefined;
  from?: string | undefined;
  has?: SearchedThing | undefined;
  before?: string | undefined;
  after?: string | undefined;
  label?: string | undefined;
  is?: SearchedState | undefined;
  limit: number;
  cursor?: string | undefined;
}

export function searchRoutes() {
  const os = implement(searchContract).$context<RequestContext>();
  return os.router({
    messages: os.messages.handler(({ input, context }) => findMessages(contextOf(context), input.query)),
  });
}

/** Finds messages by their words, by who wrote them, and by the state of their conversations. */
async function findMessages(ctx: Context, { limit, cursor, ...asked }: SearchInput) {
  const { text = '', from, has, before, after, label, is } = asked;
  const me = ctx.actor?.kind === 'user' ? decodeId(ctx.actor.id) : null;
  const things = has === undefined ? null : SEARCHED_THINGS[has];
  const filter: MessageFilter = {
    from: from ? await writersNamed(ctx, from, me) : null,
    types: things,
    hasLink: has === 'link',
    before: before ? new Date(before) : null,
    after: after ? new Date(after) : null,
    label: label || null,
    states: is === undefined ? [] : [is],
    me,
  };
  return searchMessages(ctx, { text, filter, asked: JSON.stringify(asked), limit, cursor });
}

/** Returns the customers and the members with a name or number; the caller for `me`. */
async function writersNamed(
  ctx: Context,
  name: string,
  me: Buffer | null,
): Promise<NonNullable<MessageFilter['from']>> {
  if (name.toLowerCase() === 'me') return { contactIds: [], authorIds: me ? [me] : [] };
  const [{ data }, authorIds] = await Promise.all([
    listContacts(ctx, { search: name, page: 1, limit: PEOPLE_MAX }),
    membersNamed(ctx, name, PEOPLE_MAX),
  ]);
  return { contactIds: data.map(({ id }) => decodeId(id)), authorIds };
}
