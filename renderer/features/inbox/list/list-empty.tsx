import { Button } from '@mantine/core';
import { IconChecks, IconFilterOff, IconInbox, IconPlugConnected, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { parseSearch, type SearchedState } from '../../../../shared/domain/search-query.ts';
import { queries } from '../../../lib/api/api.ts';
import { useAssistMode } from '../../../lib/assist-settings.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useInbox } from '../inbox-context.ts';
import { DEFAULT_VIEW, type ListedView, useViewCount } from '../views.ts';
import { type ListFilter, NO_FILTER } from './conversation-order.ts';

const ICON = { size: 26, stroke: 1.6 } as const;

/** Explains why the list is empty, and what to do about it. */
export function ListEmpty({
  view,
  search,
  isNarrowed,
  onSearch,
  onReset,
}: {
  view: ListedView;
  search: string;
  isNarrowed: boolean;
  onSearch: (search: string) => void;
  onReset: () => void;
}) {
  const { channel } = useInbox().session.workspace;
  if (useTypedState(search, onSearch)) return null;
  if (search !== '') {
    return (
      <EmptyState
        icon={<IconSearchOff {...ICON} />}
        title={t('inbox:list.empty.searchTitle')}
        actions={
          <>
            <Button
              component={Link}
              to="/search"
              search={{ q: search } as never}
              data-testid="search-messages"
            >
              {t('inbox:list.empty.searchMessages')}
            </Button>
            {isNumber(search) && (
              <Button
                component={Link}
                to="/contacts"
                search={{ contact: 'new', newPhone: search } as never}
                variant="default"
                data-testid="add-number"
              >
                {t('inbox:list.empty.addContact', { phone: search })}
              </Button>
            )}
            <Button variant="default" onClick={onReset}>
              {t('inbox:list.clearSearch')}
            </Button>
          </>
        }
      >
        {t(view === DEFAULT_VIEW ? 'inbox:list.empty.search' : 'inbox:list.empty.searchInView', {
          search,
          ...(view !== DEFAULT_VIEW && { view: t(`inbox:views.${view}.name`) }),
        })}
      </EmptyState>
    );
  }
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<IconFilterOff {...ICON} />}
        title={t('inbox:list.empty.filterTitle')}
        actions={
          <Button variant="default" onClick={onReset}>
            {t('inbox:list.empty.showAll')}
          </Button>
        }
      >
        {t('inbox:list.empty.filter')}
      </EmptyState>
    );
  }
  if (view !== DEFAULT_VIEW) {
    return (
      <EmptyState
        icon={<IconChecks {...ICON} />}
        title={t(`inbox:views.${view}.empty`)}
        actions={
          <>
            {view === 'mine' && <ShowUnassigned />}
            <Button variant="default" onClick={onReset}>
              {t('inbox:list.empty.showAll')}
            </Button>
          </>
        }
      >
        {t(`inbox:views.${view}.emptyHint`)}
      </EmptyState>
    );
  }
  return channel.connected ? <NoMessagesYet phonePageUrl={channel.phonePageUrl} /> : <NoChannel />;
}

/**
 * Takes `is:urgent` and the like out of a search, and narrows the list to it as the filter and the views do: they say what
 * is shown. Only an empty list asks this, since no name reads so. Returns whether there was one.
 */
function useTypedState(search: string, onSearch: (search: string) => void): boolean {
  const { view, filter, onView } = useInbox();
  const hasMarks = useAssistMode('marks') === 'on';
  const { text, is, problems, ...others } = parseSearch(search);
  // What else was typed is for the search of messages.
  const isAlone = problems.length === 0 && Object.values(others).every((value) => value === null);
  const state = isAlone && (is !== 'urgent' || hasMarks) ? is : null;
  const taken = useRef('');
  useEffect(() => {
    // Once: the search changes a moment later.
    if (state === null || taken.current === search) return;
    taken.current = search;
    const mark = MARKS.find((one) => one === state);
    if (mark) onView(view, { ...filter, [mark]: true });
    else onView(state as Exclude<SearchedState, Mark>, filter);
    onSearch(text);
  });
  return state !== null;
}

const MARKS = ['unread', 'urgent'] as const satisfies readonly (keyof ListFilter)[];
type Mark = (typeof MARKS)[number];

/** Leads a person who is done with their own conversations to those that nobody has. */
function ShowUnassigned() {
  const count = useViewCount('unassigned');
  const { onView } = useInbox();
  if (!count) return null;
  return (
    <Button onClick={() => onView('unassigned', NO_FILTER)} data-testid="show-unassigned">
      {t('inbox:list.empty.showUnassigned', { count, number: formatCount(count) })}
    </Button>
  );
}

function NoMessagesYet({ phonePageUrl }: { phonePageUrl: string | null }) {
  return (
    <EmptyState
      icon={<IconInbox {...ICON} />}
      title={t('inbox:list.empty.noneTitle')}
      actions={
        phonePageUrl !== null && (
          <Button component="a" variant="default" href={phonePageUrl} target="_blank" rel="noreferrer">
            {t('inbox:list.phone')}
          </Button>
        )
      }
    >
      {t(phonePageUrl === null ? 'inbox:list.empty.none' : 'inbox:list.empty.noneWithPhone')}
    </EmptyState>
  );
}

/** Shown while no number is connected. Explains how to connect one, to people who may, or how to do without. */
function NoChannel() {
  const { onConnect } = useInbox();
  const isAdmin = onConnect !== null;
  const { data } = useQuery({ ...queries.welcome.get.queryOptions({ input: {} }), enabled: isAdmin });
  const hasPhone = data?.canOpenTestPhone ?? false;
  return (
    <EmptyState
      icon={<IconPlugConnected size={26} stroke={1.6} />}
      title={t('inbox:list.noNumber.title')}
      actions={
        isAdmin && (
          <>
            <Button onClick={onConnect} data-testid="connect-number">
              {t('inbox:list.noNumber.connect')}
            </Button>
            <Button component={Link} to="/welcome" variant="default" data-testid="try-test-phone">
              {t(hasPhone ? 'inbox:list.noNumber.testPhone' : 'inbox:list.noNumber.firstSteps')}
            </Button>
          </>
        )
      }
    >
      {!isAdmin
        ? t('inbox:list.noNumber.askAdmin')
        : t(hasPhone ? 'inbox:list.noNumber.introWithPhone' : 'inbox:list.noNumber.intro')}
    </EmptyState>
  );
}

/** Returns whether a search is a whole phone number, so that it can become a contact. */
function isNumber(search: string): boolean {
  return /^\+?[\d\s().-]{8,24}$/.test(search) && search.replace(/\D/g, '').length >= 8;
}
