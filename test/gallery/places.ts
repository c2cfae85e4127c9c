import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { LAYERS } from '../e2e/fit.ts';
import { enter } from '../e2e/screens.ts';

/** A state of a page that an address or a few clicks lead to, without words of a language. */
export interface Place {
  name: string;
  path: string;
  open?: (page: Page) => Promise<unknown>;
  /** What is opened is a part of the page, instead of a layer above it. */
  isInPage?: true;
}

/** The windows of a desktop, a tablet, a phone, and a small laptop. */
export const SIZES = {
  wide: { width: 1440, height: 900 },
  middle: { width: 1024, height: 900 },
  phone: { width: 390, height: 844 },
  short: { width: 1024, height: 600 },
} as const;

/** Pages that are opened by a button, or for a while only, so that no link leads to them. */
const UNLINKED = [
  '/welcome',
  '/contacts/import',
  '/broadcasts/new',
  '/settings/automation/new',
  '/settings/rehearsals/review',
  '/settings/rehearsals/replay',
  '/settings/rehearsals/drafts',
];
const MODEL_TABS = ['models', 'playground', 'telemetry', 'integration', 'prompts'];
const ENDPOINT_TABS = ['deliveries', 'replay', 'testing', 'security', 'settings'];

/** The ids of what `furnish` made, for the addresses of their pages. */
export interface Furniture {
  conversation: string;
  closedConversation: string;
  contact: string;
  rule: string;
  rehearsal: string;
  broadcast: string;
  endpoint: string;
  listener: string;
}

/** What `furnishEmpty` made: things that nothing has happened to. */
type EmptyFurniture = Pick<Furniture, 'conversation' | 'rule' | 'endpoint'>;

/** Returns the pages that the navigation and the settings link to, so that a new page needs no change here. */
export async function pagesOf(page: Page, url: string): Promise<Place[]> {
  await page.goto(`${url}/settings`);
  await page.getByTestId('nav-inbox').waitFor();
  await page.waitForLoadState('networkidle');
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const paths = links
    .map((link) => link.split('?')[0] ?? '')
    .filter((path) => !/^\/(?:docs$|settings$|inbox\/)/.test(path));
  return [...new Set(['/inbox', ...paths, '/settings', ...UNLINKED])].map(placeOf);
}

/** Returns the pages of one thing each, and the tabs of pages. */
export function pagesOfThings(made: Furniture): Place[] {
  return [
    { name: 'inbox-conversation', path: `/inbox/${made.conversation}` },
    { name: 'inbox-window-closed', path: `/inbox/${made.closedConversation}` },
    { name: 'settings-automation-rule', path: `/settings/automation/${made.rule}` },
    { name: 'settings-automation-rule-log', path: `/settings/automation/${made.rule}?tab=log` },
    { name: 'settings-rehearsals-rehearsal', path: `/settings/rehearsals/${made.rehearsal}` },
    { name: 'broadcasts-broadcast', path: `/broadcasts/${made.broadcast}` },
    { name: 'settings-webhooks-endpoint', path: `/settings/webhooks/${made.endpoint}` },
    { name: 'settings-webhooks-listener', path: `/settings/webhooks/${made.listener}` },
    ...tabsOf(made.endpoint),
  ];
}

/** Returns the pages of things that have nothing in them yet, and the tabs of pages. */
export function pagesOfEmptyThings(made: EmptyFurniture): Place[] {
  return [
    { name: 'inbox-conversation', path: `/inbox/${made.conversation}` },
    { name: 'settings-automation-rule-log', path: `/settings/automation/${made.rule}?tab=log` },
    { name: 'settings-webhooks-endpoint', path: `/settings/webhooks/${made.endpoint}` },
    ...tabsOf(made.endpoint),
  ];
}

function tabsOf(endpoint: string): Place[] {
  return [
    ...ENDPOINT_TABS.map((tab) => ({
      name: `settings-webhooks-endpoint-${tab}`,
      path: `/settings/webhooks/${endpoint}?tab=${tab}`,
    })),
    ...MODEL_TABS.map((tab) => ({ name: `model-${tab}`, path: `/model?tab=${tab}` })),
  ];
}

/** Returns the pages of things that do not exist, or do no longer. */
export function pagesOfNothing(): Place[] {
  const never = '0'.repeat(26);
  return [
    { name: 'inbox-conversation', path: `/inbox/cv_${never}` },
    { name: 'contact-pane', path: `/contacts?contact=ct_${never}` },
    { name: 'contacts-import', path: `/contacts/import?id=ci_${never}` },
    { name: 'broadcasts-broadcast', path: `/broadcasts/bc_${never}` },
    { name: 'settings-automation-rule', path: `/settings/automation/ar_${never}` },
    { name: 'settings-rehearsals-rehearsal', path: `/settings/rehearsals/rh_${never}` },
    { name: 'settings-webhooks-endpoint', path: `/settings/webhooks/whe_${never}` },
    { name: 'access-link', path: '/invitation#unknown' },
    placeOf('/no-such-page'),
  ];
}

/** The route that leads elsewhere at once, that of the desktop app (`entrance.ts`), and the list of components, which is no page for people. */
const NO_PLACES = ['/', '/settings/app', '/dev/ui'];

/** Returns the routes of the dashboard that none of the places shows. */
export function routesWithout(places: readonly Place[]): string[] {
  const pathsIn = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}path: '(\/[^']*)',$/gm)].map(([, path = '']) => path);
  const ofSettings = pathsIn('renderer/app/settings-routes.ts').filter((path) => path !== '/settings');
  const routes = [
    ...pathsIn('renderer/app/router.tsx'),
    ...ofSettings.map((path) => (path === '/' ? '/settings' : `/settings${path}`)),
  ];
  expect(routes.length).toBeGreaterThan(35);
  const shown = places.map(({ path }) => path.split(/[?#]/)[0] ?? '');
  const shows = (route: string) => {
    const optional = route.replace(/\/\{-\$\w+\}/, '(?:/[^/]+)?');
    const pattern = new RegExp(`^${optional.replace(/\$\w+/g, '[^/]+')}$`);
    // The path of a page of its own is no thing of another page.
    return shown.some((path) => pattern.test(path) && (path === route || !routes.includes(path)));
  };
  return routes.filter((route) => !NO_PLACES.includes(route) && !shows(route));
}

/** Returns dialogs, drawers, menus and forms that are opened in a page. */
export function dialogsOf(made: Furniture): Place[] {
  const inbox = `/inbox/${made.conversation}`;
  const endpoint = `/settings/webhooks/${made.endpoint}`;
  const click =
    (...ids: string[]) =>
    async (page: Page) => {
      for (const id of ids) await page.getByTestId(id).first().click();
    };
  return [
    { name: 'view-menu', path: '/inbox', open: click('view-menu') },
    { name: 'list-filter', path: '/inbox', open: click('filter') },
    { name: 'assign', path: inbox, open: click('assign') },
    { name: 'label', path: inbox, open: click('label') },
    { name: 'snooze', path: inbox, open: click('snooze') },
    { name: 'work-menu', path: inbox, open: click('work-menu') },
    { name: 'template-area', path: inbox, open: click('template-open'), isInPage: true },
    { name: 'attach-menu', path: inbox, open: click('composer-attach') },
    { name: 'attach-buttons', path: inbox, open: click('composer-attach', 'attach-interactive') },
    { name: 'attach-location', path: inbox, open: click('composer-attach', 'attach-location') },
    { name: 'attach-card', path: inbox, open: click('composer-attach', 'attach-contacts') },
    { name: 'emoji', path: inbox, open: click('emoji-open') },
    { name: 'saved-replies', path: inbox, open: click('saved-replies-open') },
    {
      name: 'note',
      path: inbox,
      isInPage: true,
      open: (page) => page.getByTestId('composer-mode').locator('label').last().click(),
    },
    {
      name: 'message-menu',
      path: inbox,
      open: async (page) => {
        await page.getByTestId('message-bubble').last().hover();
        await page.getByTestId('message-more').last().click();
      },
    },
    { name: 'message-info', path: inbox, open: (page) => page.getByTestId('message-tick').last().click() },
    {
      name: 'bulk',
      path: '/inbox',
      isInPage: true,
      open: (page) => page.getByTestId('row-check').first().click({ force: true }),
    },
    {
      name: 'save-view',
      path: '/inbox',
      open: async (page) => {
        await click('filter', 'pick-option')(page);
        await page.keyboard.press('Escape');
        await page.getByTestId('save-view').click();
      },
    },
    { name: 'palette', path: '/inbox', open: (page) => page.keyboard.press('Control+k') },
    { name: 'shortcut-sheet', path: '/inbox', open: (page) => page.keyboard.press('?') },
    { name: 'user-menu', path: '/inbox', open: click('user-menu') },
    { name: 'search-found', path: '/search?q=order' },
    { name: 'search-none', path: '/search?q=zzqqy' },
    { name: 'contact-pane', path: `/contacts?contact=${made.contact}` },
    {
      name: 'contact-timeline',
      path: `/contacts?contact=${made.contact}`,
      open: click('contact-section-history'),
    },
    {
      name: 'model-compare',
      path: '/model?tab=playground',
      open: click('play-compare'),
      isInPage: true,
    },
    { name: 'contact-delete', path: '/contacts', open: click('contact-more', 'contact-delete') },
    { name: 'contact-add', path: '/contacts', open: click('contact-add') },
    { name: 'contact-filter', path: '/contacts', open: click('contact-filter') },
    { name: 'contact-columns', path: '/contacts', open: click('contact-columns') },
    { name: 'contact-bulk', path: '/contacts', open: click('contact-select-page'), isInPage: true },
    { name: 'contact-bulk-tag', path: '/contacts', open: click('contact-select-page', 'contact-bulk-tag') },
    {
      name: 'contact-bulk-delete',
      path: '/contacts',
      open: click('contact-select-page', 'contact-bulk-delete'),
    },
    { name: 'contacts-none', path: '/contacts?search=zzqqy' },
    { name: 'template-drawer', path: '/templates', open: click('template-row') },
    { name: 'template-create', path: '/templates', open: click('template-create') },
    { name: 'key-create', path: '/settings/api-keys', open: click('key-create') },
    { name: 'key-revoke', path: '/settings/api-keys', open: click('key-actions', 'key-revoke') },
    { name: 'endpoint-add', path: '/settings/webhooks', open: click('endpoint-add') },
    {
      name: 'endpoint-advanced',
      path: '/settings/webhooks',
      open: click('endpoint-add', 'endpoint-advanced'),
    },
    { name: 'endpoint-delivery', path: `${endpoint}?tab=deliveries`, open: click('delivery-row') },
    { name: 'endpoint-rotate', path: `${endpoint}?tab=security`, open: click('secret-rotate') },
    { name: 'endpoint-delete', path: `${endpoint}?tab=settings`, open: click('endpoint-delete') },
    { name: 'member-invite', path: '/settings/people', open: click('member-invite') },
    { name: 'member-menu', path: '/settings/people', open: click('member-menu') },
    { name: 'label-create', path: '/settings/labels', open: click('label-create') },
    { name: 'label-edit', path: '/settings/labels', open: click('label-menu', 'label-edit') },
    { name: 'label-delete', path: '/settings/labels', open: click('label-menu', 'label-delete') },
    { name: 'saved-reply-create', path: '/settings/saved-replies', open: click('saved-reply-create') },
    { name: 'field-create', path: '/settings/contact-fields', open: click('field-create') },
    { name: 'credentials', path: '/settings/cloud-api', open: click('credentials-change') },
    { name: 'password-change', path: '/settings/profile', open: click('password-change') },
    { name: 'two-factor', path: '/settings/profile', open: click('two-factor-on') },
    { name: 'model-key-create', path: '/model', open: click('model-key-create') },
    { name: 'model-key-menu', path: '/model', open: click('model-key-actions') },
    {
      name: 'insights-behind',
      path: '/insights',
      open: (page) => page.getByRole('button', { name: /^\d/ }).first().click(),
    },
  ];
}

/** Makes one of everything that nobody has before a person has made it. */
export async function furnish(page: Page, url: string): Promise<Furniture> {
  const api = `${url}/api/dashboard`;
  const post = async (path: string, data: object): Promise<string> => {
    const answer = await page.request.post(`${api}${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()).id;
  };
  const { data: conversations } = await (await page.request.get(`${api}/conversations`)).json();
  const isOpen = ({ windowExpiresAt }: { windowExpiresAt: string | null }) =>
    windowExpiresAt !== null && new Date(windowExpiresAt).getTime() > Date.now() + 3_600_000;
  const open = conversations.find(isOpen);
  const closed = conversations.find((one: Parameters<typeof isOpen>[0]) => !isOpen(one));
  const content = { reply: 'Your order leaves on Thursday.', note: '', template: '', quote: '' };
  await page.request.put(`${api}/drafts/${conversations[2].id}`, { data: { baseRevision: null, content } });
  await post('/saved-views', { name: 'Unread of mine', filter: { view: 'mine', unread: true } });
  await post('/labels', { name: 'Waiting for the warehouse in Rotterdam', color: 'red' });
  await post('/saved-replies', {
    name: 'Opening hours',
    content: 'Hello {{contact.first_name}}, we are open from 9 to 17.',
  });
  await post('/contact-fields', { key: 'city', name: 'City of the workshop', type: 'text' });
  await post('/contact-fields', { key: 'plan', name: 'Plan', type: 'select', options: ['Basic', 'Plus'] });
  await post('/api-keys', { name: 'Order system, production' });
  await post('/inference-keys', { name: 'support-bot', quota: 1_000 });
  await post('/invitations', { email: 'a.very.long.address.of.a.colleague@example.test', role: 'staff' });
  await post('/segments', { name: 'Customers with repairs', filter: { status: 'customer', tag: 'repairs' } });
  const { id: endpoint } = await createEndpoint();
  const listener = await post('/webhook-listeners', {});
  await post(`/webhook-endpoints/${listener}/test`, {});
  const rule = await post('/automation-rules', {
    name: 'Answer outside of business hours',
    trigger: { kind: 'outside_hours' },
    conditions: [{ kind: 'marketing', is: 'unknown' }],
    actions: [{ kind: 'text', text: 'Thank you for your message. We answer tomorrow morning.' }],
    pauseHours: 12,
  });
  const { data: colleagues } = await (await page.request.get(`${api}/colleagues`)).json();
  const rehearsal = await post('/rehearsals', {
    ...{ scripts: ['late_order', 'angry_refund'], language: 'en', pace: 'calm', minutes: 10 },
    memberIds: [colleagues[0].id],
  });
  await post(`/rehearsals/${rehearsal}/stop`, {});
  const broadcast = await post('/broadcasts', {
    name: 'Winter opening hours',
    template: { name: 'hello_world', language: 'en_US' },
    audience: { all: true },
    sendAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  return {
    conversation: open.id,
    closedConversation: closed.id,
    contact: open.contact.id,
    rule,
    rehearsal,
    broadcast,
    endpoint,
    listener,
  };

  /** Nothing listens at its address, so that it has deliveries that failed. */
  async function createEndpoint(): Promise<{ id: string }> {
    const answer = await page.request.post(`${api}/webhook-endpoints`, {
      data: { url: 'http://127.0.0.1:9/hooks/orders', description: 'Order system' },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    const { endpoint } = await answer.json();
    const test = await page.request.post(`${api}/webhook-endpoints/${endpoint.id}/test`, { data: {} });
    expect(test.status(), await test.text()).toBeLessThan(500);
    return endpoint;
  }
}

/** Makes things that nothing has happened to, in a workspace without a number. */
export async function furnishEmpty(page: Page, url: string): Promise<EmptyFurniture> {
  const post = async (path: string, data: object = {}) => {
    const answer = await page.request.post(`${url}/api/dashboard${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const contact = await post('/contacts', { phone: '+15550329999', name: 'Nobody has written yet' });
  const conversation = await post(`/contacts/${contact.id}/conversation`);
  const rule = await post('/automation-rules', {
    ...{ name: 'Has never run', trigger: { kind: 'outside_hours' }, conditions: [], pauseHours: 12 },
    actions: [{ kind: 'text', text: 'We answer tomorrow morning.' }],
  });
  const { endpoint } = await post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hooks/none' });
  return { conversation: conversation.id, rule: rule.id, endpoint: endpoint.id };
}

/** Opens the app with a session in a language. */
export async function enterIn(
  page: Page,
  url: string,
  who: { email: string; password: string },
  language: string,
): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('switchboard.language', chosen), language);
  await enter(page, url, who);
}

/** Opens a place, and waits until its data is there, each step as long as the test lets an action take. */
export async function goTo(
  page: Page,
  url: string,
  { path, open, isInPage }: Place,
  size: { width: number; height: number } = SIZES.wide,
): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(url + path);
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
  if (!open) return;
  await open(page);
  // Its code is loaded when it is first opened.
  const layer = page.locator(LAYERS).filter({ visible: true }).last();
  if (!isInPage) await layer.waitFor();
}

function placeOf(path: string): Place {
  return { name: path.slice(1).replaceAll('/', '-'), path };
}
