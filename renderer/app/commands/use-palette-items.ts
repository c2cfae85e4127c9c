import { useMantineColorScheme } from '@mantine/core';
import {
  IconAddressBook,
  IconBolt,
  IconBookmark,
  IconLanguage,
  IconList,
  IconMessage,
  IconMessageCircle,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { openConversation } from '../../features/inbox/list/conversations.actions.ts';
import { upsertConversations, useConversations } from '../../features/inbox/list/conversations.store.ts';
import { searchOf, useSavedViews } from '../../features/inbox/saved-views/saved-views.queries.ts';
import { DEFAULT_VIEW, useViewIds, VIEWS } from '../../features/inbox/views.ts';
import { api } from '../../lib/api/api.ts';
import { COMMAND_IDS, commandOf } from '../../lib/commands/commands.ts';
import { keysOf } from '../../lib/commands/custom-keys.store.ts';
import { handlerOf, runCommand } from '../../lib/commands/registry.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { currentLanguage, LANGUAGES, t } from '../../lib/i18n.ts';
import { whileHere } from '../../lib/on-leave.ts';
import { showErrorToast } from '../../lib/toast.ts';
import { COLOR_SCHEMES } from '../../ui/color-schemes.ts';
import { GO_PAGES } from '../navigation/use-go-commands.ts';
import { type PagePath, useMayOpen } from '../page-access.ts';
import { SECTIONS, SETTINGS } from '../sections/sections.ts';
import { SETTINGS_PAGES_HERE } from '../sections/settings-pages.ts';
import { chooseLanguage } from '../session.store.ts';
import type { Ranked } from './palette-rank.ts';

/** An entry of the palette. */
export interface PaletteItem extends Ranked {
  /** Its text is at `commands:palette.kinds.<kind>`. */
  kind: 'command' | 'page' | 'view' | 'conversation' | 'contact' | 'search';
  icon: typeof IconBolt;
  /** What distinguishes it from others of the same name: a phone number. */
  detail?: string;
  keys?: readonly string[];
  run(): void;
}

const FOUND_MAX = 6;
const GO_COMMANDS = Object.keys(GO_PAGES) as (keyof typeof GO_PAGES)[];

/** Returns the commands that can run now, and the pages and views that the person may open. */
export function usePlaces(): PaletteItem[] {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const viewIds = useViewIds();
  const commands = COMMAND_IDS.filter(
    // The palette is open, pages are listed under their own names, and Enter and Esc mean what has the focus.
    (id) =>
      id !== 'app.palette' &&
      commandOf(id).group !== 'go' &&
      !commandOf(id).isFixed &&
      handlerOf(id) !== null,
  ).map((id): PaletteItem => {
    const { group } = commandOf(id);
    const isConversation = group === 'conversation' || group === 'composer' || group === 'message';
    return {
      id: `command:${id}`,
      kind: 'command',
      title: t(`commands:titles.${id}`),
      words: t(`commands:groups.${group}`),
      icon: isConversation ? IconMessageCircle : group === 'list' ? IconList : IconBolt,
      keys: keysOf(id),
      // What is open is what the person works on.
      context: isConversation ? 5 : 0,
      run: () => runCommand(id),
    };
  });
  const named = new Map([...SECTIONS, SETTINGS, ...SETTINGS_PAGES_HERE].map((page) => [page.name, page]));
  const pages = [...named.values()]
    .filter(({ path }) => mayOpen(path))
    .map(
      ({ name, path, icon }): PaletteItem => ({
        id: `page:${name}`,
        kind: 'page',
        title: t(`app:sections.${name}`),
        words: path.startsWith('/settings') ? t('app:sections.settings') : '',
        icon: icon ?? IconSettings,
        keys: keysOfPage(path),
        run: () => void navigate({ to: path, params: { conversationId: undefined } }),
      }),
    );
  const views = viewIds
    .filter(() => mayOpen('/inbox/{-$conversationId}'))
    .map(
      (view): PaletteItem => ({
        id: `view:${view}`,
        kind: 'view',
        title: t(`inbox:views.${view}.name`),
        words: t('app:sections.inbox'),
        icon: VIEWS[view].icon,
        run: () =>
          void navigate({
            to: '/inbox/{-$conversationId}',
            params: { conversationId: undefined },
            search: view === DEFAULT_VIEW ? {} : { view },
          }),
      }),
    );
  const saved = useSavedViews()
    .filter(() => mayOpen('/inbox/{-$conversationId}'))
    .map(
      ({ id, name, filter }): PaletteItem => ({
        id: `saved-view:${id}`,
        kind: 'view',
        title: name,
        words: t('app:sections.inbox'),
        icon: IconBookmark,
        run: () =>
          void navigate({
            to: '/inbox/{-$conversationId}',
            params: { conversationId: undefined },
            search: searchOf(filter),
          }),
      }),
    );
  return [...commands, ...useChoices(), ...pages, ...views, ...saved];
}

/** Returns the themes and languages that are not chosen. */
function useChoices(): PaletteItem[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choice = (id: string, icon: typeof IconBolt, label: string, title: string, run: () => void) => ({
    ...{ id, kind: 'command' as const, icon, run, title: `${label}: ${title}` },
  });
  return [
    ...COLOR_SCHEMES.filter(({ value }) => value !== colorScheme).map(({ value, icon }) =>
      choice(`theme:${value}`, icon, t('colorScheme.label'), t(`colorScheme.${value}`), () =>
        setColorScheme(value),
      ),
    ),
    ...LANGUAGES.filter(({ value }) => value !== currentLanguage()).map(({ value, label }) =>
      choice(`language:${value}`, IconLanguage, t('language'), label, () => void chooseLanguage(value)),
    ),
  ];
}

/** Returns the keys of the command that opens a page. */
function keysOfPage(path: PagePath): readonly string[] {
  const id = GO_COMMANDS.find((one) => GO_PAGES[one] === path);
  return id === undefined ? [] : keysOf(id);
}

/** Returns the conversations and contacts that the server finds for what was typed. */
export function usePeople(query: string): { items: PaletteItem[]; isLoading: boolean; hasFailed: boolean } {
  const navigate = useNavigate();
  const mayRead = useMayOpen()('/inbox/{-$conversationId}');
  const search = query.trim();
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', search],
    enabled: search !== '' && mayRead,
    staleTime: 10_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const [conversations, contacts] = await Promise.all([
        whileHere(api.conversations.list({ query: { view: 'all', search, limit: FOUND_MAX } }, { signal })),
        api.contacts.list({ query: { search, page: 1, limit: FOUND_MAX } }, { signal }),
      ]);
      upsertConversations(conversations.data);
      return { conversations: conversations.data, contacts: contacts.data };
    },
  });
  const open = (conversationId: string) =>
    void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId } });
  const conversations = (data?.conversations ?? []).map(
    ({ id, contact }): PaletteItem => ({
      id: `conversation:${id}`,
      kind: 'conversation',
      title: contactTitle(contact),
      ...phoneOf(contact),
      icon: IconMessage,
      run: () => open(id),
    }),
  );
  const known = new Set(data?.conversations.map(({ contact }) => contact.id));
  const contacts = (data?.contacts ?? [])
    .filter(({ id }) => !known.has(id))
    .map(
      (contact): PaletteItem => ({
        id: `contact:${contact.id}`,
        kind: 'contact',
        title: contactTitle(contact),
        ...foundBy(contact),
        icon: IconAddressBook,
        run: () =>
          void openConversation(contact.id).then(open, (error) =>
            showErrorToast(t('app:conversationNotOpened'), error),
          ),
      }),
    );
  return {
    items: [...conversations, ...contacts],
    isLoading: isFetching,
    hasFailed: isError,
  };
}

/** Returns the entry that searches everything for what was typed; none for people who may not read messages. */
export function useFullSearch(query: string): PaletteItem[] {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const q = query.trim();
  if (q === '' || !mayOpen('/search')) return [];
  const title = t('commands:palette.searchFor', { query: q });
  const run = () => void navigate({ to: '/search', search: { q } });
  return [{ id: 'search', kind: 'search', title, icon: IconSearch, run }];
}

/** Returns the loaded conversations that the person has chosen lately, for a palette in which nothing is typed. */
export function useRecentConversations(recent: readonly string[]): PaletteItem[] {
  const navigate = useNavigate();
  const byId = useConversations((state) => state.byId);
  return recent.flatMap((choice) => {
    const conversation = byId[choice.replace(/^conversation:/, '')];
    if (!conversation) return [];
    const { id, contact } = conversation;
    return {
      id: choice,
      kind: 'conversation' as const,
      title: contactTitle(contact),
      ...phoneOf(contact),
      icon: IconMessage,
      run: () => void navigate({ to: '/inbox/{-$conversationId}', params: { conversationId: id } }),
    };
  });
}

/** A contact is found by its address and its tags too, so the rank has to know them. */
function foundBy({ phone, email, tags }: Contact): Pick<PaletteItem, 'detail' | 'words'> {
  const { detail, words = '' } = phoneOf({ phone });
  const shown = detail ?? email;
  return { ...(shown && { detail: shown }), words: [words, email ?? '', ...tags].join(' ') };
}

/** The digits also as they are stored, so that a typed part of them is found. */
function phoneOf({ phone }: { phone: string | null }): Pick<PaletteItem, 'detail' | 'words'> {
  return phone === null ? {} : { detail: formatPhone(phone), words: `${phone} ${formatPhone(phone)}` };
}
