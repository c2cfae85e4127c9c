import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readRequestFilter } from '../features/request-log/request-filter.ts';
import { readEndpointSearch } from '../features/webhooks/endpoints/endpoint-query.ts';
import { root } from './root-route.ts';

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  staticData: { permission: null },
  component: lazyRouteComponent(() => import('./settings/settings-layout.tsx'), 'SettingsLayout'),
});

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  staticData: { permission: null },
  component: lazyRouteComponent(() => import('./settings/settings-start.tsx'), 'SettingsStart'),
});

const general = createRoute({
  getParentRoute: () => settings,
  path: '/general',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('./sections/admin-sections.tsx'), 'WorkspaceSection'),
});

const cloudApi = createRoute({
  getParentRoute: () => settings,
  path: '/cloud-api',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('./sections/channel-section.tsx'), 'ChannelSection'),
});

const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  staticData: { permission: 'members:manage' },
  component: lazyRouteComponent(() => import('./sections/admin-sections.tsx'), 'PeopleSection'),
});

const labels = createRoute({
  getParentRoute: () => settings,
  path: '/labels',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/inbox/labels/labels.page.tsx'), 'LabelsPage'),
});

const assignment = createRoute({
  getParentRoute: () => settings,
  path: '/assignment',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/assignment/assignment.page.tsx'), 'AssignmentPage'),
});

const automation = createRoute({
  getParentRoute: () => settings,
  path: '/automation',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/automation/automation.page.tsx'), 'AutomationPage'),
});

const newRule = createRoute({
  getParentRoute: () => settings,
  path: '/automation/new',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/automation/rule.page.tsx'), 'NewRulePage'),
});

const rule = createRoute({
  getParentRoute: () => settings,
  path: '/automation/$ruleId',
  staticData: { permission: 'settings:manage' },
  validateSearch: (raw: Record<string, unknown>): { tab?: 'log' } =>
    raw.tab === 'log' ? { tab: 'log' } : {},
  component: lazyRouteComponent(() => import('../features/automation/rule.page.tsx'), 'RulePage'),
});

const contactFields = createRoute({
  getParentRoute: () => settings,
  path: '/contact-fields',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/contacts/fields/fields.page.tsx'),
    'ContactFieldsPage',
  ),
});

const assistant = createRoute({
  getParentRoute: () => settings,
  path: '/assistant',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/assist/assist.page.tsx'), 'AssistPage'),
});

const rehearsals = createRoute({
  getParentRoute: () => settings,
  path: '/rehearsals',
  staticData: { permission: 'messages:send' },
  component: lazyRouteComponent(() => import('./sections/rehearsals-section.tsx'), 'RehearsalsSection'),
});

const rehearsal = createRoute({
  getParentRoute: () => settings,
  path: '/rehearsals/$rehearsalId',
  staticData: { permission: 'messages:send' },
  component: lazyRouteComponent(() => import('../features/rehearsal/rehearsal.page.tsx'), 'RehearsalPage'),
});

const replay = createRoute({
  getParentRoute: () => settings,
  path: '/rehearsals/replay',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/rehearsal/replay/replay.page.tsx'), 'ReplayPage'),
});

const ownReview = createRoute({
  getParentRoute: () => settings,
  path: '/rehearsals/review',
  staticData: { permission: 'messages:send' },
  component: lazyRouteComponent(
    () => import('../features/rehearsal/review/own-review.page.tsx'),
    'OwnReviewPage',
  ),
});

const draftReplays = createRoute({
  getParentRoute: () => settings,
  path: '/rehearsals/drafts',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/rehearsal/replay/drafts/draft-replays.page.tsx'),
    'DraftReplaysPage',
  ),
});

const businessHours = createRoute({
  getParentRoute: () => settings,
  path: '/business-hours',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/inbox/business-hours/business-hours.page.tsx'),
    'BusinessHoursPage',
  ),
});

const broadcastSettings = createRoute({
  getParentRoute: () => settings,
  path: '/broadcasts',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/broadcasts/settings/broadcast-settings.page.tsx'),
    'BroadcastSettingsPage',
  ),
});

const security = createRoute({
  getParentRoute: () => settings,
  path: '/security',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('./sections/admin-sections.tsx'), 'SecuritySection'),
});

const storage = createRoute({
  getParentRoute: () => settings,
  path: '/storage',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/workspace-settings/workspace.page.tsx'),
    'StoragePage',
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  staticData: { permission: 'keys:manage' },
  component: lazyRouteComponent(() => import('./sections/admin-sections.tsx'), 'KeysSection'),
});

const requestLog = createRoute({
  getParentRoute: () => settings,
  path: '/request-log',
  staticData: { permission: 'keys:manage' },
  validateSearch: readRequestFilter,
  component: lazyRouteComponent(() => import('./sections/request-log-section.tsx'), 'RequestLogSection'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  staticData: { permission: 'webhooks:manage' },
  component: lazyRouteComponent(() => import('./sections/webhooks-section.tsx'), 'WebhooksSection'),
});

const webhookEndpoint = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$endpointId',
  staticData: { permission: 'webhooks:manage' },
  validateSearch: readEndpointSearch,
  component: lazyRouteComponent(() => import('./sections/webhooks-section.tsx'), 'WebhookEndpointSection'),
});

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  staticData: { permission: 'audit:read' },
  component: lazyRouteComponent(() => import('../features/audit-log/audit-log.page.tsx'), 'AuditLogPage'),
});

const platformLog = createRoute({
  getParentRoute: () => settings,
  path: '/platform-log',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/parked-items/parked-items.page.tsx'),
    'ParkedItemsPage',
  ),
});

const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  staticData: { permission: null },
  component: lazyRouteComponent(() => import('./sections/profile-section.tsx'), 'ProfileSection'),
});

const shortcuts = createRoute({
  getParentRoute: () => settings,
  path: '/shortcuts',
  staticData: { permission: null },
  component: lazyRouteComponent(() => import('../features/shortcuts/shortcuts.page.tsx'), 'ShortcutsPage'),
});

const desktopApp = createRoute({
  getParentRoute: () => settings,
  path: '/app',
  staticData: { permission: null },
  component: lazyRouteComponent(() => import('./sections/desktop-section.tsx'), 'DesktopSection'),
});

const savedReplies = createRoute({
  getParentRoute: () => settings,
  path: '/saved-replies',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(
    () => import('../features/inbox/saved-replies/saved-replies.page.tsx'),
    'SavedRepliesPage',
  ),
});

/** The settings: their frame, their start page, and the route of each page. */
export const settingsRoutes = settings.addChildren([
  start,
  savedReplies,
  general,
  cloudApi,
  people,
  labels,
  assignment,
  ...[automation, newRule, rule],
  contactFields,
  assistant,
  ...[rehearsals, ownReview, replay, draftReplays, rehearsal],
  businessHours,
  broadcastSettings,
  security,
  storage,
  apiKeys,
  webhooks,
  webhookEndpoint,
  requestLog,
  auditLog,
  platformLog,
  profile,
  shortcuts,
  desktopApp,
]);
