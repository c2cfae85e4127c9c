import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { CONTACT_STATUSES } from '../../shared/contract/contacts.contract.ts';
import { readEndpointSearch } from '../features/webhooks/endpoints/endpoint-query.ts';
import { InboxSection } from './sections/inbox-section.tsx';
import { MissingPage } from './sections/plain-pages.tsx';
import { RouteProblem } from './sections/route-problem.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: MissingPage,
  staticData: { permission: null },
});

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
  component: InboxSection,
});

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  staticData: { permission: 'contacts:read' },
  validateSearch: (raw: Record<string, unknown>) => ({
    search: typeof raw.search === 'string' && raw.search !== '' ? raw.search : undefined,
    status: CONTACT_STATUSES.find((status) => status === raw.status),
    page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
  }),
  component: lazyRouteComponent(() => import('./sections/contacts-section.tsx'), 'ContactsSection'),
});

const templates = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  staticData: { permission: 'messages:read' },
  component: lazyRouteComponent(() => import('../features/templates/templates.page.tsx'), 'TemplatesPage'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  staticData: { permission: 'keys:manage' },
  component: lazyRouteComponent(() => import('./sections/admin-sections.tsx'), 'KeysSection'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  staticData: { permission: 'webhooks:manage' },
  component: lazyRouteComponent(() => import('./sections/webhooks-section.tsx'), 'WebhooksSection'),
});

const webhookEndpoint = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$endpointId',
  staticData: { permission: 'webhooks:manage' },
  validateSearch: readEndpointSearch,
  component: lazyRouteComponent(() => import('./sections/webhooks-section.tsx'), 'WebhookEndpointSection'),
});

const model = createRoute({
  getParentRoute: () => root,
  path: '/model',
  staticData: { permission: 'keys:manage' },
  validateSearch: (raw: Record<string, unknown>) => ({
    tab: (['models', 'playground', 'integration', 'prompts'] as const).find((tab) => tab === raw.tab),
  }),
  component: lazyRouteComponent(() => import('./sections/model-section.tsx'), 'ModelSection'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  staticData: { permission: 'members:manage' },
  component: lazyRouteComponent(() => import('./sections/admin-sections.tsx'), 'PeopleSection'),
});

const channel = createRoute({
  getParentRoute: () => root,
  path: '/channel',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('./sections/channel-section.tsx'), 'ChannelSection'),
});

const log = createRoute({
  getParentRoute: () => root,
  path: '/log',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/parked-items/parked-items.page.tsx'),
    'ParkedItemsPage',
  ),
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  staticData: { permission: 'audit:read' },
  component: lazyRouteComponent(() => import('../features/audit-log/audit-log.page.tsx'), 'AuditLogPage'),
});

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/workspace',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('./sections/admin-sections.tsx'), 'WorkspaceSection'),
});

const desktop = createRoute({
  getParentRoute: () => root,
  path: '/desktop',
  staticData: { permission: null },
  component: lazyRouteComponent(() => import('./sections/desktop-section.tsx'), 'DesktopSection'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  staticData: { permission: null },
  component: lazyRouteComponent(() => import('./sections/profile-section.tsx'), 'ProfileSection'),
});

/** The routes of the product. Each states the permission of its page, for the navigation and the shell. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, inbox, contacts, templates, keys, webhooks, webhookEndpoint, model],
    ...[people, channel, log, activity, workspace, profile, desktop],
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
