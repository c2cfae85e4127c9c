import { create } from 'zustand';
import { localStore } from '../../lib/offline/local-store.ts';

const MOST = 8;

/** What the person has searched for lately, latest first, on this device. */
export const useRecentSearches = create<{ owner: string; searches: readonly string[] }>(() => ({
  owner: '',
  searches: [],
}));

/** Reads a person's searches. */
export function openRecentSearches(owner: string): void {
  useRecentSearches.setState({ owner, searches: read(owner) });
}

/** Remembers a search that led somewhere. */
export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text === '') return;
  store([text, ...useRecentSearches.getState().searches.filter((one) => one !== text)].slice(0, MOST));
}

/** Removes all of them. */
export function clearRecentSearches(): void {
  store([]);
}

function store(searches: readonly string[]): void {
  const { owner } = useRecentSearches.getState();
  useRecentSearches.setState({ searches });
  localStore.write(`searches.${owner}`, JSON.stringify(searches));
}

function read(owner: string): string[] {
  try {
    const searches: unknown = JSON.parse(localStore.read(`searches.${owner}`) ?? '[]');
    return Array.isArray(searches) ? searches.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
