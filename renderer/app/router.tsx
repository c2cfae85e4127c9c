import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { SEARCH_MAX } from '../../shared/domain/search-query.ts';
import { RECIPIENT_FILTERS, type RecipientFilter } from '../../shared/domain/templates/broadcasts.ts';
import { readContactSearch } from '../features/contacts/list/contact-query.ts';
import { readInboxSearch } from '../features/inbox/views.ts';
import { readInsightsSearch } from '../features/insights/insights-search.ts';
import { root } from './root-route.ts';
import { InboxSection } from './sections/inbox-section.tsx';
import { RouteProblem } from './sections/route-problem.tsx';
import { settingsRoutes } from './settings-routes.ts';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { permission: null },
  beforeLoad: () => {
    throw redirect({ to: '/inbox/{-$conversationId}' });
  },
});

// One route with and without a conversation, so that the list stays mounted.
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox/{-$conversationId}',
  staticData: { permission: 'messages:read' },
  validateSearch: readInboxSearch,
  component: InboxSection,
});

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  staticData: { permission: 'contacts:read' },
  validateSearch: readContactSearch,
  component: lazyRouteComponent(() => import('./sections/contacts-section.tsx'), 'ContactsSection'),
});

const imports = createRoute({
  getParentRoute: () => root,
  path: '/contacts/import',
  staticData: { permission: 'contacts:transfer' },
  validateSearch: (raw: Record<string, unknown>): { id?: string | undefined } => ({
    id: typeof raw.id === 'string' && raw.id !== '' ? raw.id : undefined,
  }),
  component: lazyRouteComponent(() => import('./sections/imports-section.tsx'), 'ImportsSection'),
});

const templates = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  staticData: { permission: 'messages:read' },
  component: lazyRouteComponent(() => import('./sections/templates-section.tsx'), 'TemplatesSection'),
});

const broadcasts = createRoute({
  getParentRoute: () => root,
  path: '/broadcasts',
  staticData: { permission: 'broadcasts:send' },
  component: lazyRouteComponent(() => import('../features/broadcasts/broadcasts.page.tsx'), 'BroadcastsPage'),
});

const newBroadcast = createRoute({
  getParentRoute: () => root,
  path: '/broadcasts/new',
  staticData: { permission: 'broadcasts:send' },
  component: lazyRouteComponent(
    () => import('../features/broadcasts/new-broadcast.page.tsx'),
    'NewBroadcastPage',
  ),
});

const broadcast = createRoute({
  getParentRoute: () => root,
  path: '/broadcasts/$broadcastId',
  staticData: { permission: 'broadcasts:send' },
  validateSearch: (raw: Record<string, unknown>): { result?: RecipientFilter | undefined } => ({
    result: RECIPIENT_FILTERS.find((one) => one === raw.result),
  }),
  component: lazyRouteComponent(() => import('../features/broadcasts/broadcast.page.tsx'), 'BroadcastPage'),
});

const insights = createRoute({
  getParentRoute: () => root,
  path: '/insights',
  staticData: { permission: 'insights:read' },
  validateSearch: readInsightsSearch,
  component: lazyRouteComponent(() => import('./sections/insights-section.tsx'), 'InsightsSection'),
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  staticData: { permission: 'messages:read' },
  validateSearch: (raw: Record<string, unknown>): { q?: string } =>
    typeof raw.q === 'string' && raw.q !== '' ? { q: raw.q.slice(0, SEARCH_MAX) } : {},
  component: lazyRouteComponent(() => import('./sections/search-section.tsx'), 'SearchSection'),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  staticData: { permission: 'messages:read' },
  component: lazyRouteComponent(() => import('./sections/notifications-section.tsx'), 'NotificationsSection'),
});

const model = createRoute({
  getParentRoute: () => root,
  path: '/model',
  staticData: { permission: 'keys:manage' },
  validateSearch: (raw: Record<string, unknown>) => ({
    tab: (['models', 'playground', 'telemetry', 'integration', 'prompts'] as const).find(
      (tab) => tab === raw.tab,
    ),
  }),
  component: lazyRouteComponent(() => import('./sections/model-section.tsx'), 'ModelSection'),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('./sections/welcome-section.tsx'), 'WelcomeSection'),
});

// No navigation leads to it: for those who change the dashboard, and for `npm run gallery`.
const uiGallery = createRoute({
  getParentRoute: () => root,
  path: '/dev/ui',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/ui-gallery/ui-gallery.page.tsx'), 'UiGalleryPage'),
});

/** The routes of the product. Each states the permission of its page, for the navigation and the shell. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, inbox, search, notifications, contacts, imports, templates, model, welcome, uiGallery],
    ...[broadcasts, newBroadcast, broadcast, insights],
    settingsRoutes,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
