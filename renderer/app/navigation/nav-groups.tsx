import { IconBook2, IconBookmark, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useUnreadTotal } from '../../features/inbox/list/use-unread-total.ts';
import { useSavedCounts } from '../../features/inbox/list/view-counts.store.ts';
import {
  searchOf,
  useSavedViews,
  useSavedViewsQuery,
} from '../../features/inbox/saved-views/saved-views.queries.ts';
import {
  DEFAULT_VIEW,
  type ListedView,
  useViewCount,
  useViewIds,
  VIEWS,
} from '../../features/inbox/views.ts';
import { useUnreadNotifications } from '../../features/notifications/notifications.queries.ts';
import { doneSteps, stepsOf, welcomeOptions } from '../../features/setup/welcome.queries.ts';
import { serverOrigin } from '../../lib/api/server-address.ts';
import { formatUnread } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { NotLoadedLine } from '../../ui/error-state.tsx';
import { useMayOpen } from '../page-access.ts';
import { SECTIONS, SETTINGS } from '../sections/sections.ts';
import classes from './nav-groups.module.css';
import { NavExternal, NavItem } from './nav-item.tsx';
import { useAttention } from './use-attention.ts';
import { useCurrentPath, useCurrentSavedView, useCurrentView, useIsCurrentSection } from './use-current.ts';

export interface NavGroupsProps {
  /** Shows icons alone, and no views. */
  isCompact?: boolean;
  /** Leaves out the pages that have a tab. */
  hasTabs?: boolean;
  /** Called when a link is followed. */
  onGo?: () => void;
}

/** The links of the navigation that the person may open, in groups. */
export function NavGroups({ isCompact = false, hasTabs = false, onGo }: NavGroupsProps) {
  const mayOpen = useMayOpen();
  const isCurrent = useIsCurrentSection();
  const attention = useAttention();
  const unread = useUnreadNotifications(mayOpen('/notifications'));
  const open = SECTIONS.filter(({ path }) => mayOpen(path));
  const main = open.filter((section) => section.group === null && !(hasTabs && 'isTab' in section));
  const developers = open.filter(({ group }) => group === 'developers');
  const item = (section: (typeof open)[number]) => (
    <li key={section.name}>
      <NavItem
        to={section.path}
        icon={section.icon}
        label={t(`app:sections.${section.name}`)}
        isCurrent={isCurrent(section)}
        isCompact={isCompact}
        {...(section.name === 'notifications' && { count: unread, name: unreadName(section.name, unread) })}
        needsAttention={[...attention].some((page) => page === section.name)}
        onClick={onGo}
        testId={`nav-${section.name}`}
      />
    </li>
  );
  return (
    <>
      {main.length > 0 && (
        <Group label={null} isCompact={isCompact}>
          {main.map((section) =>
            section.name === 'inbox' ? (
              <InboxItems key={section.name} isCompact={isCompact} isCurrent={isCurrent(section)} />
            ) : (
              item(section)
            ),
          )}
        </Group>
      )}
      {developers.length > 0 && (
        <Group label={t('app:sections.developers')} isCompact={isCompact}>
          {developers.map(item)}
          <li>
            <NavExternal
              href={`${serverOrigin()}/docs`}
              icon={IconBook2}
              label={t('app:sections.docs')}
              isCompact={isCompact}
              onClick={onGo}
              testId="nav-docs"
            />
          </li>
        </Group>
      )}
    </>
  );
}

/** The first steps and the settings, which the sidebar keeps in view below the pages that scroll. */
export function NavFoot({
  isCompact = false,
  isRuled = false,
  onGo,
}: Pick<NavGroupsProps, 'isCompact' | 'onGo'> & { isRuled?: boolean }) {
  const mayOpen = useMayOpen();
  const isCurrent = useIsCurrentSection();
  const attention = useAttention();
  // Pages with a link of their own show their dot there.
  const isHidden = (page: string) =>
    !SECTIONS.some(({ group, name, path }) => group === 'developers' && name === page && mayOpen(path));
  return (
    <Group label={null} isCompact={isCompact} isRuled={isRuled}>
      <WelcomeItem isCompact={isCompact} onGo={onGo} />
      <li>
        <NavItem
          to={SETTINGS.path}
          icon={SETTINGS.icon}
          label={t('app:sections.settings')}
          isCurrent={isCurrent(SETTINGS)}
          isCompact={isCompact}
          needsAttention={[...attention].some(isHidden)}
          onClick={onGo}
          testId="nav-settings"
        />
      </li>
    </Group>
  );
}

/** The first steps of the workspace, until they are done or hidden. */
function WelcomeItem({ isCompact, onGo }: { isCompact: boolean; onGo: (() => void) | undefined }) {
  const isAllowed = useMayOpen()('/welcome');
  const isCurrent = useCurrentPath() === '/welcome';
  const { data } = useQuery({ ...welcomeOptions(), enabled: isAllowed });
  if (!isAllowed || !data || data.isHidden) return null;
  const done = doneSteps(data);
  const total = stepsOf(data).length;
  if (done === total) return null;
  return (
    <li>
      <NavItem
        to="/welcome"
        icon={IconListCheck}
        label={t('app:setupEntry', { done, total })}
        isCurrent={isCurrent}
        isCompact={isCompact}
        onClick={onGo}
        testId="nav-welcome"
      />
    </li>
  );
}

/** The inbox with its views. The view is what is current, so the inbox is only where the views are not shown. */
function InboxItems({ isCompact, isCurrent }: { isCompact: boolean; isCurrent: boolean }) {
  const unread = useUnreadTotal();
  const view = useCurrentView();
  const views = useViewIds();
  const saved = useSavedViews();
  const savedQuery = useSavedViewsQuery();
  const open = useCurrentSavedView();
  const counts = useSavedCounts();
  return (
    <>
      <li>
        <NavItem
          to="/inbox/{-$conversationId}"
          icon={SECTIONS[0].icon}
          label={t('app:sections.inbox')}
          isCurrent={isCurrent && isCompact}
          isCompact={isCompact}
          count={isCompact ? unread : null}
          name={unreadName('inbox', unread)}
          testId="nav-inbox"
        />
      </li>
      {!isCompact && (
        <li>
          <ul className={classes.list} aria-label={t('inbox:list.views')}>
            {views.map((id) => (
              <li key={id}>
                <ViewItem id={id} isCurrent={!open && id === view} />
              </li>
            ))}
            {saved.map(({ id, name, filter }) => (
              <li key={id}>
                <NavItem
                  to="/inbox/{-$conversationId}"
                  count={counts[id] ?? null}
                  search={searchOf(filter)}
                  keepsConversation
                  icon={IconBookmark}
                  label={name}
                  isCurrent={id === open?.id}
                  isNested
                  testId="saved-view"
                />
              </li>
            ))}
            {savedQuery.error && !savedQuery.data && (
              <li className={classes.problem} data-testid="saved-views-failed">
                <NotLoadedLine text={t('inbox:savedViewsNotLoaded')} query={savedQuery} size="xs" />
              </li>
            )}
          </ul>
        </li>
      )}
    </>
  );
}

/** Returns the name of a section with unread things in it; undefined without. */
function unreadName(name: 'inbox' | 'notifications', count: number): string | undefined {
  if (count === 0) return undefined;
  const section = t(`app:sections.${name}`);
  return t('app:sections.unread', { section, count, number: formatUnread(count) });
}

function ViewItem({ id, isCurrent }: { id: ListedView; isCurrent: boolean }) {
  return (
    <NavItem
      to="/inbox/{-$conversationId}"
      search={id === DEFAULT_VIEW ? {} : { view: id }}
      keepsConversation
      icon={VIEWS[id].icon}
      label={t(`inbox:views.${id}.name`)}
      count={useViewCount(id)}
      isCurrent={isCurrent}
      isNested
      testId={`view-${id}`}
    />
  );
}

function Group({
  label,
  isCompact,
  isRuled = false,
  children,
}: {
  label: string | null;
  isCompact: boolean;
  isRuled?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const isNamed = label !== null && !isCompact;
  return (
    <>
      {isNamed && (
        <p className={classes.heading} id={id}>
          {label}
        </p>
      )}
      <ul
        className={classes.list}
        data-compact={isCompact || undefined}
        data-ruled={isRuled || (isCompact && label !== null) || undefined}
        {...(label !== null && (isNamed ? { 'aria-labelledby': id } : { 'aria-label': label }))}
      >
        {children}
      </ul>
    </>
  );
}
