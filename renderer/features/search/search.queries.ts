import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  SEARCHED_STATES,
  type SearchedState,
  type SearchQuery,
} from '../../../shared/domain/search-query.ts';
import { api } from '../../lib/api/api.ts';
import { useAssistMode } from '../../lib/assist-settings.ts';

/** Rows of the conversations and contacts that are shown beside the messages. */
const FEW = 5;
const MESSAGES = 20;

/** Returns what `is:` finds in this workspace: nothing is urgent where marks are not shown. */
export function useSearchedStates(): readonly SearchedState[] {
  const hasMarks = useAssistMode('marks') === 'on';
  return hasMarks ? SEARCHED_STATES : WITHOUT_MARKS;
}

const WITHOUT_MARKS = SEARCHED_STATES.filter((state) => state !== 'urgent');

/** Returns whether there is anything to search for. */
export function isAnything(query: SearchQuery): boolean {
  return Object.entries(query).some(([name, value]) => name !== 'problems' && value !== null && value !== '');
}

/** Returns the name or number by which people are searched; null if the search names none. */
export function peopleTerm({ text, from }: SearchQuery): string | null {
  const term = text || (from?.toLowerCase() === 'me' ? '' : (from ?? ''));
  return term === '' ? null : term;
}

/** Returns whether conversations can match: not when only the messages themselves are described. */
export function asksForConversations(query: SearchQuery): boolean {
  return peopleTerm(query) !== null || query.label !== null || query.is !== null;
}

/** Finds the conversations with a person, with a label, or in a state. */
export function foundConversations(query: SearchQuery) {
  const search = peopleTerm(query);
  const { label, is } = query;
  return queryOptions({
    queryKey: ['search', 'conversations', search, label, is],
    enabled: asksForConversations(query),
    queryFn: async ({ signal }) => {
      const labelId = label === null ? null : await labelNamed(label, signal);
      if (label !== null && labelId === null) return [];
      const { data } = await api.conversations.list(
        {
          query: {
            ...(is === 'urgent' ? { view: 'all', urgent: 'true' } : { view: is ?? 'all' }),
            limit: FEW,
            ...(search !== null && { search }),
            ...(labelId !== null && { label: labelId }),
          },
        },
        { signal },
      );
      return data;
    },
  });
}

/** Finds contacts by name, number, email or tag. */
export function foundContacts(query: SearchQuery) {
  const search = peopleTerm(query);
  return queryOptions({
    queryKey: ['search', 'contacts', search],
    enabled: search !== null,
    queryFn: async ({ signal }) =>
      (await api.contacts.list({ query: { search: search ?? '', page: 1, limit: FEW } }, { signal })).data,
  });
}

/** Finds messages by their words, page by page. */
export function foundMessages(query: SearchQuery) {
  const { problems: _, ...asked } = query;
  const { text, from, has, before, after, label, is } = asked;
  return infiniteQueryOptions({
    queryKey: ['search', 'messages', asked],
    enabled: isAnything(query),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      api.search.messages(
        {
          query: {
            limit: MESSAGES,
            ...(text && { text }),
            ...(from !== null && { from }),
            ...(has !== null && { has }),
            ...(before !== null && { before: startOfDay(before) }),
            ...(after !== null && { after: startOfDay(after) }),
            ...(label !== null && { label }),
            ...(is !== null && { is }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

async function labelNamed(name: string, signal: AbortSignal): Promise<string | null> {
  const { data } = await api.labels.list({}, { signal });
  const wanted = name.toLocaleLowerCase();
  return data.find((label) => label.name.toLocaleLowerCase() === wanted)?.id ?? null;
}

/** Returns when a day begins where the reader is. */
function startOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(0);
  start.setFullYear(year, month - 1, date);
  start.setHours(0, 0, 0, 0);
  return start.toISOString();
}
