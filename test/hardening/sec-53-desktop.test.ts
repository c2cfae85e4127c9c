import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session } from 'electron';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDesktopConfig } from '../../electron/main/config.ts';
import type { Desktop } from '../../electron/main/desktop.ts';
import { createAddressChecks } from '../../electron/main/guards/address-checks.ts';
import type { Caller } from '../../electron/main/ipc/ipc-server.ts';
import { pollUnloaded } from '../../electron/main/places/background-watch.ts';
import { createPlaceHandlers } from '../../electron/main/places/place-handlers.ts';
import { createPlaceSessions } from '../../electron/main/places/place-sessions.ts';
import { checkServer } from '../../electron/main/places/server-check.ts';
import { isAllowedRequest } from '../../electron/main/places/session-headers.ts';
import { DESKTOP_ORIGIN } from '../../shared/domain/desktop.ts';
import {
  createWorkspace,
  OWNER_PASSWORD,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

type Answer = Record<string, unknown> & { cancel?: boolean };
type Listener = (details: object, callback: (answer: Answer) => void) => void;

/** Electron's session without Electron: keeps main's listeners, and sends requests of a page through them. */
class FakeSession {
  readonly cleared: string[] = [];
  readonly availableSpellCheckerLanguages: string[] = [];
  readonly protocol = { handle: () => undefined };
  private readonly listeners = new Map<string, Listener>();
  isGranted: (permission: string) => boolean = () => true;

  readonly webRequest = Object.fromEntries(
    ['onBeforeRequest', 'onBeforeSendHeaders', 'onHeadersReceived'].map((event) => [
      event,
      (listener: Listener) => void this.listeners.set(event, listener),
    ]),
  );
  on = () => undefined;
  setPermissionRequestHandler = () => undefined;
  setPermissionCheckHandler = (handler: (contents: null, permission: string) => boolean) => {
    this.isGranted = (permission) => handler(null, permission);
  };
  setDevicePermissionHandler = () => undefined;
  setDisplayMediaRequestHandler = () => undefined;
  clearStorageData = async () => void this.cleared.push('storage');
  clearCache = async () => void this.cleared.push('cache');
  clearAuthCache = async () => void this.cleared.push('auth');
  clearHostResolverCache = async () => void this.cleared.push('hosts');

  /** `session.fetch`: a request of main. */
  fetch = (url: string, init: RequestInit = {}): Promise<Response> => this.send(url, init, 'other');

  /** Sends a request of a page, or of main, and returns what the sender sees. */
  async send(url: string, init: RequestInit, resourceType: string): Promise<Response> {
    const details = { url, resourceType, method: init.method ?? 'GET' };
    if ((await this.ask('onBeforeRequest', details)).cancel) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
    const requestHeaders = Object.fromEntries(new Headers(init.headers));
    const sent = await this.ask('onBeforeSendHeaders', { ...details, requestHeaders });
    const headers = sent.requestHeaders as Record<string, string>;
    const response = await fetch(url, { ...init, headers });
    const responseHeaders: Record<string, string[]> = { 'set-cookie': response.headers.getSetCookie() };
    for (const [name, value] of response.headers) if (name !== 'set-cookie') responseHeaders[name] = [value];
    const received = await this.ask('onHeadersReceived', { ...details, responseHeaders });
    const seen = Object.entries(received.responseHeaders as Record<string, string[]>).flatMap(
      ([name, values]) => values.map((value): [string, string] => [name, value]),
    );
    return new Response(await response.text(), { status: response.status, headers: seen });
  }

  private ask(event: string, details: object): Promise<Answer> {
    return new Promise((resolve) => this.listeners.get(event)?.(details, resolve));
  }
}

const ID = 'place_0000000000000001';
const CONNECT = { placeId: null } as Caller;

/** Returns main's sessions on fakes, and the tokens that main keeps. */
function desktopOf(hasDeveloperTools = false) {
  const partitions = new Map<string, FakeSession>();
  const tokens = new Map<string, string | null>();
  const sessions = createPlaceSessions({
    open: (partition) => {
      const opened = partitions.get(partition) ?? new FakeSession();
      partitions.set(partition, opened);
      return opened as unknown as Session;
    },
    rendererFolder: '/nowhere',
    hasDeveloperTools,
    getToken: (placeId) => tokens.get(placeId) ?? null,
    onSession: (placeId, token) => void tokens.set(placeId, token),
  });
  const open = (place: { id: string; server: string } | null) => sessions.of(place) as unknown as FakeSession;
  return { sessions, tokens, open, partitions };
}

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

/** A place of the test server, and what its page can send there. */
function placeOnServer() {
  const desktop = desktopOf();
  const session = desktop.open({ id: ID, server: server.url });
  const ask = async (method: string, path: string, body?: object, resourceType = 'xhr') => {
    const headers = { origin: DESKTOP_ORIGIN, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await session.send(`${server.url}/api/dashboard${path}`, init, resourceType);
    const text = await answer.text();
    // Whatever the page sees, a token is never in it.
    expect(`${text} ${JSON.stringify([...answer.headers])}`).not.toContain('ses_');
    return { status: answer.status, body: JSON.parse(text) };
  };
  const signIn = () => ask('POST', '/session', { email: workspace.email, password: OWNER_PASSWORD });
  return { ...desktop, session, ask, signIn };
}

describe('the sign-in of the desktop app', () => {
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

  it('takes both steps, with a code or a recovery code, and confirms the password', async () => {
    const { ask, signIn, tokens } = placeOnServer();
    expect((await signIn()).status).toBe(201);
    const started = await ask('POST', '/session/two-factor', { password: OWNER_PASSWORD });
    const { secret } = started.body;
    const enabled = await ask('POST', '/session/two-factor/confirm', { code: codeOf(secret) });
    expect(enabled.status).toBe(200);
    await ask('DELETE', '/session');
    expect(tokens.get(ID)).toBeNull();

    for (const code of [codeOf(secret, 1), enabled.body.recoveryCodes[0]]) {
      const first = await signIn();
      expect([first.status, first.body.secondStep]).toEqual([201, 'code']);
      // There is no session between the steps, so there is nothing to keep.
      expect(tokens.get(ID)).toBeNull();
      const { challenge } = first.body;
      const wrong = await ask('POST', '/session/second-step', { challenge, code: '000000' });
      expect([wrong.status >= 400, tokens.get(ID)]).toEqual([true, null]);
      const second = await ask('POST', '/session/second-step', { challenge, code });
      expect([second.status, second.body.user.email]).toEqual([201, workspace.email]);
      expect(tokens.get(ID)).toMatch(/^ses_/);

      await server.container.database.run(
        '/* system: test */ UPDATE sessions SET confirmed_at = UTC_TIMESTAMP(3) - INTERVAL 6 MINUTE',
      );
      const refused = await ask('POST', '/api-keys', { name: 'desktop' });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'confirmation_required']);
      const badPassword = await ask('POST', '/session/confirm', { password: 'wrong one' });
      expect(badPassword.body.error.code).toBe('invalid_credentials');
      expect((await ask('POST', '/session/confirm', { password: OWNER_PASSWORD })).status).toBe(200);
      expect((await ask('POST', '/api-keys', { name: 'desktop' })).status).toBe(201);
      await ask('DELETE', '/session');
    }
    const off = { password: OWNER_PASSWORD, code: enabled.body.recoveryCodes[1] };
    const last = await signIn();
    await ask('POST', '/session/second-step', {
      challenge: last.body.challenge,
      code: enabled.body.recoveryCodes[2],
    });
    expect((await ask('POST', '/session/two-factor/disable', off)).status).toBe(200);
  });

  it('attaches the token to requests of scripts only', async () => {
    const { ask, signIn } = placeOnServer();
    await signIn();
    expect((await ask('GET', '/session')).status).toBe(200);
    for (const type of ['image', 'media', 'script', 'stylesheet', 'subFrame', 'mainFrame', 'ping', 'other'])
      expect((await ask('GET', '/session', undefined, type)).status, type).toBe(401);
  });

  it('asks for unread messages in the session of the place', async () => {
    const { sessions, signIn, tokens, partitions, open } = placeOnServer();
    await signIn();
    const other = { id: 'place_0000000000000002', server: server.url };
    const place = { name: 'x', person: 'y', unread: 5, isSignedIn: true };
    const counts: [string, number][] = [];
    const poll = () =>
      pollUnloaded({
        places: () => [
          { ...place, id: ID, server: server.url },
          { ...place, ...other },
        ],
        isLoaded: () => false,
        sessionOf: sessions.of,
        tokenOf: (placeId) => tokens.get(placeId) ?? null,
        onUnread: ({ id }, count) => counts.push([id, count]),
      });
    await poll();
    // The other place has no session on the server, and the first one's is not used for it.
    expect(counts).toEqual([[ID, 0]]);
    expect([...partitions.keys()]).toEqual([`persist:${ID}`, `persist:${other.id}`]);
    expect(open(other)).not.toBe(open({ id: ID, server: server.url }));
  });
});

describe('a page that runs foreign code', () => {
  const ADDRESSES = Array.from({ length: 40 }, (_, index) => `192.168.1.${index + 1}`);

  function handlersOf() {
    let time = 0;
    const asked: string[] = [];
    const forgotten: string[] = [];
    const addressChecks = createAddressChecks({
      isKnown: (known) => known === 'https://known.example',
      now: () => time,
    });
    const desktop = {
      places: { list: () => [], find: () => null, add: () => ({ id: ID }) },
      show: () => undefined,
      forget: async (id: string) => void forgotten.push(id),
    } as unknown as Desktop;
    const handlers = createPlaceHandlers({
      desktop,
      addressChecks,
      fetch: async (url) => {
        asked.push(new URL(url).host);
        throw new Error('net::ERR_CONNECTION_REFUSED');
      },
    });
    const check = async (address: string, caller = CONNECT) => {
      await handlers['places.check']({ address }, caller);
    };
    return { handlers, check, asked, forgotten, addressChecks, wait: (ms: number) => (time += ms) };
  }

  it('cannot look for servers without a person', async () => {
    const { check, asked, addressChecks, wait } = handlersOf();
    for (const address of ADDRESSES) await expect(check(address)).rejects.toThrow('press a key');
    expect(asked).toEqual([]);
    // A touch is good for one address, which is checked again before it is added.
    addressChecks.touched();
    await check('192.168.1.1');
    await expect(check('192.168.1.2')).rejects.toThrow('press a key');
    await check('192.168.1.1');
    await expect(check('192.168.1.1')).rejects.toThrow('press a key');
    expect(asked).toEqual(['192.168.1.1', '192.168.1.1']);
    addressChecks.touched();
    wait(60_001);
    await expect(check('192.168.1.3')).rejects.toThrow('press a key');
    // The servers of the places, and what cannot be a server, need no person.
    await check('https://known.example');
    await check('http://192.168.1.9');
    expect(asked).toHaveLength(3);
  });

  it('cannot look for many servers while a person types', async () => {
    const { check, asked, addressChecks, wait } = handlersOf();
    for (const [index, address] of ADDRESSES.entries()) {
      addressChecks.touched();
      if (index < 30) await check(address);
      else await expect(check(address)).rejects.toThrow('Too many addresses');
      wait(1_000);
    }
    expect(asked).toHaveLength(30);
    wait(10 * 60_000);
    addressChecks.touched();
    await check('192.168.1.200');
    expect(asked).toHaveLength(31);
  });

  it('cannot look for servers from a workspace, or remove another one', async () => {
    const { handlers, check, asked, forgotten, addressChecks } = handlersOf();
    const page = { placeId: ID } as Caller;
    addressChecks.touched();
    await expect(check('crm.example.com', page)).rejects.toThrow('not allowed');
    await expect(handlers['places.add']({ address: 'crm.example.com' }, page)).rejects.toThrow('not allowed');
    expect(asked).toEqual([]);
    expect(() => handlers['places.remove']({ id: 'place_0000000000000002' }, page)).toThrow('not allowed');
    expect(forgotten).toEqual([]);
    await handlers['places.remove']({ id: ID }, page);
    await handlers['places.remove']({ id: 'place_0000000000000002' }, CONNECT);
    expect(forgotten).toEqual([ID, 'place_0000000000000002']);
  });
});

describe('a release', () => {
  const toolsOf = (isPackaged: boolean, ...argv: string[]) =>
    readDesktopConfig('/app', isPackaged, argv, {}).hasDeveloperTools;

  it('has developer tools only when it is started with them', () => {
    expect([toolsOf(true), toolsOf(true, '--developer-tools'), toolsOf(false)]).toEqual([false, true, true]);
    const url = 'devtools://devtools/bundled/devtools_app.html';
    expect(isAllowedRequest(url, server.url)).toBe(false);
    expect(isAllowedRequest(url, server.url, true)).toBe(true);
  });

  it('lets a page reach local networks only for its own server', async () => {
    const { open } = desktopOf();
    const local = ['local-network-access', 'local-network', 'loopback-network'];
    const granted = (session: FakeSession) => local.map((permission) => session.isGranted(permission));
    const ofPlace = open({ id: ID, server: server.url });
    expect(granted(ofPlace)).toEqual([true, true, true]);
    await expect(ofPlace.send('http://192.168.1.1/', {}, 'xhr')).rejects.toThrow('BLOCKED');
    expect(granted(open(null))).toEqual([false, false, false]);
    expect(ofPlace.isGranted('geolocation')).toBe(false);
  });

  it('deletes everything that a removed place has stored', async () => {
    const { sessions, open } = desktopOf();
    const place = { id: ID, server: server.url };
    const session = open(place);
    await sessions.clear(place);
    expect(session.cleared.toSorted()).toEqual(['auth', 'cache', 'hosts', 'storage']);
  });
});

it('a server that never stops sending is cut off', async () => {
  let sent = 0;
  let isClosed = false;
  const endless = createServer((_req, res) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    res.on('close', () => {
      isClosed = true;
    });
    const write = () => {
      let hasRoom = true;
      while (hasRoom && !isClosed) {
        sent += chunk.length;
        hasRoom = res.write(chunk);
      }
    };
    res.on('drain', write);
    write();
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    endless.closeAllConnections();
    endless.close();
  });
  const { port } = endless.address() as AddressInfo;
  expect((await checkServer(fetch, `http://127.0.0.1:${port}`)).kind).toBe('not-switchboard');
  await expect.poll(() => isClosed).toBe(true);
  // What fits into the buffers of the two connections' ends.
  expect(sent).toBeLessThan(20_000_000);
});
