import { expect, type Page, type Route } from '@playwright/test';
import type { SetupStatus } from '../../shared/contract/access/session.contract.ts';
import type { CloudApi } from '../../shared/contract/channel/cloud-api.contract.ts';
import { SETUP_STEPS } from '../../shared/contract/channel/cloud-api.contract.ts';
import type { SettingsState, UpdateState, WorkspacePlace } from '../../shared/ipc/shapes.ts';
import { cookieOf, type Demo } from '../e2e/switchboard.ts';
import { controlOf } from '../helpers/templates.ts';
import type { Place } from './places.ts';

/** What is seen before a person is inside: the first run, links that were sent, the desktop app, and the setup of a number. */

/** The addresses of links, each with its token. */
export interface Links {
  invitation: string;
  reset: string;
}

/** Invites a person, and makes a link for a new password of the owner. */
export async function makeLinks(url: string, owner: Demo): Promise<Links> {
  const headers = { cookie: await cookieOf(url, owner), 'content-type': 'application/json' };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/dashboard${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return answer.json();
  };
  const invited = { email: `colleague${Date.now()}@example.test`, role: 'staff' };
  const { user } = await ask('GET', '/session');
  const hashOf = ({ url: address }: { url: string }) => new URL(address).hash;
  return {
    invitation: hashOf((await ask('POST', '/invitations', invited)).link),
    reset: hashOf(await ask('POST', `/members/${user.id}/reset-link`)),
  };
}

/** Returns the pages of a person without a session. */
export function placesOfEntrance({ invitation, reset }: Links): Place[] {
  const setup = (name: string, status: Partial<SetupStatus>, open?: (page: Page) => Promise<unknown>) => ({
    ...{ name, path: `/?${name}`, isInPage: true as const },
    open: async (page: Page) => {
      const json = { needsSetup: true, canLoadDemo: true, canCreateWorkspace: true, needsSetupCode: false };
      await answering(page, '**/api/dashboard/setup', (route) =>
        route.fulfill({ json: { ...json, ...status } }),
      );
      await open?.(page);
      await page.getByTestId('setup-submit').waitFor();
    },
  });
  const link = (name: string, open?: (page: Page) => Promise<unknown>): Place => ({
    ...{ name: `access-link-${name}`, path: `/invitation?${name}${invitation}` },
    ...(open && { open, isInPage: true }),
  });
  const opening = '**/api/dashboard/access-links/open';
  return [
    setup('setup', {}),
    setup('setup-code', { needsSetupCode: true }),
    setup('setup-beside-demo', { needsSetup: false }, (page) => page.getByTestId('create-own').click()),
    {
      ...setup('setup-refused', {}),
      open: async (page) => {
        await setup('setup-refused', {}).open(page);
        await page.getByTestId('setup-submit').click();
      },
    },
    link('invitation'),
    link('refused', (page) => page.getByTestId('accept-submit').click()),
    // Never answers, as a server that is slow.
    link('loading', (page) => answering(page, opening, () => undefined)),
    link('failed', async (page) => {
      await answering(page, opening, (route) => route.fulfill({ status: 503, body: '' }));
      // Failed requests are sent again before the page says so.
      await page.getByTestId('access-link-retry').waitFor({ timeout: 15_000 });
    }),
    {
      ...{ name: 'access-link-reset', path: `/reset-password${reset}`, isInPage: true },
      open: async (page) => {
        await answering(page, opening, (route) => route.continue());
        await page.getByTestId('reset-submit').waitFor();
      },
    },
  ];
}

/** Opens the page again, with an answer of the server that this server does not give now. */
async function answering(
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void> | undefined,
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(address, answer);
  await page.reload();
  await page.getByRole('main').waitFor();
}

/** The account on the platform, whose number is not verified yet. */
const ACCOUNT = {
  ...{ appId: '300000000000800', appSecret: '0123456789abcdef0123456789abcdef', wabaId: '900000000000800' },
  accessToken: 'EAAB-a-permanent-token-of-the-gallery',
};
const NUMBER = '800000000000802';

/** Enters everything that the steps of the setup ask for, up to the code. */
export async function prepareSetup(page: Page, board: { url: string; phoneUrl: string }): Promise<void> {
  const { control } = controlOf(board.phoneUrl);
  const account = { ...ACCOUNT, phoneNumberId: NUMBER, registered: false, subscribed: false };
  const names = { displayPhoneNumber: '+1 555-010-8002', verifiedName: 'Harbour Boats and Canoes' };
  expect((await control('POST', '/accounts', { ...account, ...names })).status).toBeLessThan(300);
  await control('PATCH', `/accounts/${NUMBER}`, { verified: false });
  const { appId, appSecret, accessToken, wabaId } = ACCOUNT;
  for (const [step, data] of [
    ['app', { appId, appSecret }],
    ['token', { accessToken }],
    ['account', { wabaId }],
    ['number', { phoneNumberId: NUMBER }],
  ] as const) {
    const answer = await page.request.put(`${board.url}/api/dashboard/cloud-api/setup/${step}`, { data });
    expect(answer.ok(), `${step}: ${await answer.text()}`).toBe(true);
  }
}

/** Returns the steps of the setup of a number. */
export function placesOfSetup(url: string): Place[] {
  return SETUP_STEPS.map((step, index) => ({
    name: `settings-cloud-api-${index + 1}-${step}`,
    path: '/settings/cloud-api',
    isInPage: true,
    open: async (page) => {
      const answer = await page.request.put(`${url}/api/dashboard/cloud-api/setup/step`, { data: { step } });
      expect(((await answer.json()) as CloudApi).setup.step).toBe(step);
      await page.reload();
      await page.getByTestId('setup-wizard').waitFor();
      await page.waitForLoadState('networkidle');
    },
  }));
}

const PLACES: WorkspacePlace[] = [
  {
    ...{
      id: 'place_0000000000000001',
      server: 'https://crm.harbour-rentals.example',
      name: 'Harbour Rentals',
    },
    ...{ person: 'Margit Depot', unread: 12, isSignedIn: true },
  },
  {
    ...{ id: 'place_0000000000000002', server: 'http://127.0.0.1:4000', name: null },
    ...{ person: null, unread: 0, isSignedIn: false },
  },
];

/**
 * Gives a page what the desktop app has: without `server` the start page, else the product. `?places` in the address is
 * how many servers it knows. Nothing is changed by what the page asks for.
 */
export async function pretendDesktop(page: Page, server: string | null): Promise<void> {
  const settings: SettingsState = {
    settings: {
      ...{ startAtLogin: true, staysInTray: true, globalShortcut: 'Control+Shift+Space' },
      ...{ spellCheckLanguages: ['en-US', 'pt-BR'], showsMessageInNotification: true },
    },
    availableSpellCheckLanguages: ['de', 'en-GB', 'en-US', 'es', 'pt-BR'],
    ...{ isShortcutActive: false, tokenStore: 'memory' },
  };
  const updates: UpdateState = { running: '1.4.0', phase: { kind: 'ready', version: '1.5.0' } };
  await page.addInitScript(
    ({ places, answers, place }) => {
      const known = places.slice(0, Number(new URLSearchParams(location.search).get('places') ?? 0));
      const all: Readonly<Record<string, unknown>> = { ...answers, 'places.list': known };
      const desktop = {
        ...{ platform: 'linux', version: '1.4.0', place, offeredServer: null },
        ask: async (name: string) => ({ ok: true, value: all[name] ?? null }),
        listen: () => () => undefined,
      };
      Object.assign(window, { desktop });
    },
    {
      places: PLACES,
      answers: { 'settings.read': settings, 'updates.read': updates },
      place: server === null ? null : { id: 'place_0000000000000001', server },
    },
  );
}

/** The start page of the desktop app. */
export const PLACES_OF_DESKTOP: readonly Place[] = [
  { name: 'connect', path: '/?places=0' },
  { name: 'connect-places', path: '/?places=2' },
  {
    ...{ name: 'connect-settings', path: '/?places=1', isInPage: true },
    open: async (page) => {
      await page.getByTestId('connect-settings').click();
      await page.getByTestId('shortcut').waitFor();
    },
  },
];

/** The app's settings, among those of the workspace. */
export const PLACES_OF_SETTINGS: readonly Place[] = [{ name: 'settings-app', path: '/settings/app' }];

/** Signs the page of the desktop app in: there, pages send no cookie, and the app adds the session. */
export async function enterDesktop(page: Page, url: string, owner: Demo): Promise<void> {
  const [name = '', value = ''] = (await cookieOf(url, owner)).split('=');
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${value}` });
}
