import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { CONTACT_STATUSES } from '../../shared/contract/contacts.contract.ts';
import { readEndpointSearch } from '../features/webhooks/endpoint-query.ts';
import { InboxSection } from './inbox-section.tsx';
import { MissingPage } from './plain-pages.tsx';
import { RouteProblem } from './route-problem.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inbox/{-$conversationId}' });
  },
});

// One route with and without a conversation, so that the list stays as it is between them.
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox/{-$conversationId}',
  component: InboxSection,
});

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: (raw: Record<string, unknown>) => ({
    search: typeof raw.search === 'string' && raw.search !== '' ? raw.search : undefined,
    status: CONTACT_STATUSES.find((status) => status === raw.status),
    page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
  }),
  component: lazyRouteComponent(() => import('./contacts-section.tsx'), 'ContactsSection'),
});

const templates = createRoute({
  getParentRoute: () => root,
  path: '/templates',
  component: lazyRouteComponent(() => import('../features/templates/templates.page.tsx'), 'TemplatesPage'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./admin-sections.tsx'), 'KeysSection'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-section.tsx'), 'WebhooksSection'),
});

const webhookEndpoint = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$endpointId',
  validateSearch: readEndpointSearch,
  component: lazyRouteComponent(() => import('./webhooks-section.tsx'), 'WebhookEndpointSection'),
});

const model = createRoute({
  getParentRoute: () => root,
  path: '/model',
  validateSearch: (raw: Record<string, unknown>) => ({
    tab: (['models', 'playground', 'integration', 'prompts'] as const).find((tab) => tab === raw.tab),
  }),
  component: lazyRouteComponent(() => import('./model-section.tsx'), 'ModelSection'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyRouteComponent(() => import('./admin-sections.tsx'), 'PeopleSection'),
});

const channel = createRoute({
  getParentRoute: () => root,
  path: '/channel',
  component: lazyRouteComponent(() => import('./channel-section.tsx'), 'ChannelSection'),
});

const log = createRoute({
  getParentRoute: () => root,
  path: '/log',
  component: lazyRouteComponent(() => import('./admin-sections.tsx'), 'LogSection'),
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  component: lazyRouteComponent(() => import('./admin-sections.tsx'), 'ActivitySection'),
});

const desktop = createRoute({
  getParentRoute: () => root,
  path: '/desktop',
  component: lazyRouteComponent(() => import('./desktop-section.tsx'), 'DesktopSection'),
});

/** The addresses of the product. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, inbox, contacts, templates, keys, webhooks, webhookEndpoint, model],
    ...[people, channel, log, activity, desktop],
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteProblem,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
