import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { attachLocalMariadb } from '../../server/db/local-mariadb/index.ts';
import { encodeId } from '../../server/kernel/ids.ts';
import { fastFolder } from '../helpers/fast-folder.ts';
import { expect, test } from './fixtures.ts';
import { enter } from './screens.ts';
import { startSwitchboard } from './switchboard.ts';
import { countBytes, firstScripts, gzippedBytes, totalBytes } from './wire.ts';

/**
 * The figures of the inbox beside their budgets. A slow machine fails nothing here: what is tested is that each flow
 * works, and the table is for a person to read. Budgets that must hold on every machine have tests of their own.
 */
const MAYA = '15550100123';
const ROUNDS = 12;
const SWITCHES = 500;
const CONVERSATIONS = 10_000;
const MESSAGES = 100_000;
const STEPS = 240;

interface Figure {
  name: string;
  value: number;
  budget: number;
  unit: 'ms' | 'KB' | 'MB';
}

function printFigures(figures: readonly Figure[]): void {
  const lines = figures.map(({ name, value, budget, unit }) => {
    const mark = value <= budget ? ' ' : '!';
    const shown = `${value.toFixed(unit === 'ms' ? 1 : 0)} ${unit}`;
    return `${mark} ${name.padEnd(58)} ${shown.padStart(10)} / ${budget} ${unit}`;
  });
  console.log(`figure / budget\n${lines.join('\n')}`);
  for (const { value } of figures) expect(Number.isFinite(value)).toBe(true);
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const rows = (page: Page) => page.getByTestId('conversation-row');

test('the first screen, events, keys and switches, beside their budgets', async ({ page, board }) => {
  await page.addInitScript(noteSocketMessages);
  const wire = await countBytes(page);
  await enter(page, board.url, board.demo);
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const loaded = wire();
  const figures: Figure[] = [
    { name: 'cold load, on the wire', value: totalBytes(loaded) / 1_024, budget: 425, unit: 'KB' },
    {
      name: 'scripts of the first screen, with gzip',
      value: (await gzippedBytes(await firstScripts(board.url))) / 1_024,
      budget: 250,
      unit: 'KB',
    },
  ];

  await rows(page).filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('message-bubble').last()).toBeVisible();
  const events: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = `Figure ${round} of ${Date.now()}`;
    const shown = page.evaluate(untilShown, text);
    const answer = await fetch(`${board.phoneUrl}/control/accounts/800000000000001/chats/${MAYA}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    expect(answer.status).toBe(201);
    events.push(await shown);
  }
  figures.push({ name: 'socket event to pixels, median', value: median(events), budget: 100, unit: 'ms' });

  const keys: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = `Answer ${round}`;
    await page.getByTestId('composer').fill(text);
    const shown = page.evaluate(untilSent, text);
    await page.getByTestId('composer').press('Enter');
    keys.push(await shown);
  }
  figures.push({ name: 'Enter to the bubble, median', value: median(keys), budget: 50, unit: 'ms' });

  const ids = await Promise.all([0, 1, 2].map((at) => rows(page).nth(at).getAttribute('data-id')));
  for (const id of ids) {
    await page.locator(`[data-testid="conversation-row"][data-id="${id}"]`).click();
    await expect(page.getByTestId('message-bubble').last()).toBeVisible();
  }
  const switches: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    switches.push(await page.evaluate(switchTo, ids[round % ids.length] ?? ''));
  figures.push({
    name: 'switch to a cached conversation, median',
    value: median(switches),
    budget: 80,
    unit: 'ms',
  });
  printFigures(figures);
});

test('ten thousand conversations, a very long thread and a long day', { tag: '@soak' }, async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const folder = mkdtempSync(join(fastFolder(), 'switchboard-figures-'));
  const switchboard = await startSwitchboard({ demo: true, env: { DATA_DIR: folder } });
  try {
    const longThread = await fill(folder);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await enter(page, switchboard.url, switchboard.demo);
    await expect(rows(page).filter({ hasText: 'Customer' }).first()).toBeVisible();
    const list = await frames(page, page.getByTestId('conversation-list'), 600);
    await expect(rows(page).first()).toBeVisible();

    await page.goto(`${switchboard.url}/inbox/${longThread}`);
    await expect(page.getByTestId('message-bubble').last()).toBeVisible();
    const thread = await frames(page, page.getByTestId('thread'), -600);
    await expect(page.getByTestId('message-bubble').first()).toBeVisible();

    await page.goto(`${switchboard.url}/inbox`);
    await expect(rows(page).first()).toBeVisible();
    await rows(page).first().click();
    await expect(page.getByTestId('conversation-name')).toBeVisible();
    await page.getByTestId('conversation-list').focus();
    for (let turn = 0; turn < SWITCHES; turn += 1) {
      await page.keyboard.press(turn % 40 < 20 ? 'j' : 'k');
      // Faster than a person, and slow enough for each conversation to be shown.
      await page.waitForTimeout(60);
    }
    await expect(page.getByTestId('conversation-name')).toBeVisible();
    const figures: Figure[] = [
      { name: `longest frame, ${CONVERSATIONS} conversations`, value: list, budget: 50, unit: 'ms' },
      { name: `longest frame, a thread of ${MESSAGES} messages`, value: thread, budget: 50, unit: 'ms' },
      { name: `heap after ${SWITCHES} switches`, value: await heapOf(page), budget: 150, unit: 'MB' },
    ];
    printFigures(figures);
  } finally {
    await switchboard.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Writes down when each message of a socket arrives. Runs in the page before its scripts. */
function noteSocketMessages(): void {
  const arrivals: { at: number; data: string }[] = [];
  Object.assign(window, { arrivals });
  const { WebSocket: Original } = window;
  window.WebSocket = class extends Original {
    constructor(...given: ConstructorParameters<typeof Original>) {
      super(...given);
      this.addEventListener('message', ({ data }) =>
        arrivals.push({ at: performance.now(), data: String(data) }),
      );
    }
  };
}

/** Returns the time from the socket's message with a text to the frame in which the thread shows it. */
function untilShown(text: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const { arrivals } = window as unknown as { arrivals: { at: number; data: string }[] };
      const arrival = arrivals.find(({ data }) => data.includes(text));
      const isThere = [...document.querySelectorAll('article')].some((bubble) =>
        bubble.textContent?.includes(text),
      );
      // The callback runs before the frame is painted; the next one, after it.
      if (arrival && isThere) requestAnimationFrame(() => resolve(performance.now() - arrival.at));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Returns the time from the next Enter to the frame after the bubble with a text is there. */
function untilSent(text: string): Promise<number> {
  return new Promise((resolve) => {
    let pressedAt = Number.NaN;
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Enter') pressedAt = performance.now();
    };
    window.addEventListener('keydown', press, { capture: true, once: true });
    const look = (): void => {
      const isThere = [...document.querySelectorAll('article[data-direction="outbound"]')].some((bubble) =>
        bubble.textContent?.includes(text),
      );
      if (isThere) requestAnimationFrame(() => resolve(performance.now() - pressedAt));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Opens a conversation whose messages are in memory, and returns the time until its frame was painted. */
function switchTo(id: string): Promise<number> {
  const row = document.getElementById(`row-${id}`);
  const name = row?.querySelector('[dir="auto"]')?.textContent ?? '';
  const from = performance.now();
  row?.click();
  return new Promise((resolve) => {
    const look = (): void => {
      const isNamed = document.querySelector('[data-testid="conversation-name"]')?.textContent === name;
      if (isNamed && document.querySelector('article'))
        requestAnimationFrame(() => resolve(performance.now() - from));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Scrolls by a step in each frame, and returns the time of the longest frame. */
async function frames(page: Page, list: Locator, step: number): Promise<number> {
  await expect(list).toBeVisible();
  await page.waitForTimeout(1_000);
  return list.evaluate(
    async (list, { step, steps }) => {
      const scrolls = [list, ...list.querySelectorAll<HTMLElement>('*')].find(
        (one) =>
          one.scrollHeight > one.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(one).overflowY),
      );
      if (!scrolls) throw new Error('nothing scrolls here');
      let longest = 0;
      let last = performance.now();
      for (let at = 0; at < steps; at += 1) {
        scrolls.scrollTop += step;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const now = performance.now();
        // The first frames still belong to what was before.
        if (at > 5) longest = Math.max(longest, now - last);
        last = now;
      }
      return longest;
    },
    { step, steps: STEPS },
  );
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_048_576;
}

/** Fills the demo workspace with conversations, one of them very long. Returns the id of that one. */
async function fill(folder: string): Promise<string> {
  const place = await attachLocalMariadb(folder);
  if (!place) throw new Error('the database does not run');
  const connection = await mysql.createConnection({ uri: place.url, timezone: 'Z' });
  try {
    const [[tenant]] = await connection.query<RowDataPacket[]>('SELECT id FROM tenants LIMIT 1');
    const idOf = (prefix: string) => `UNHEX(CONCAT('018f00000000', LEFT(MD5(CONCAT('${prefix}', seq)), 20)))`;
    const at = 'NOW(3) - INTERVAL seq SECOND';
    const run = (sql: string) => connection.query(sql, { tenant: tenant?.id });
    await connection.query('SET @tenant = ?', [tenant?.id]);
    await run(`INSERT INTO contacts
        (id, tenant_id, name, name_search, phone, tags, status, created_at, updated_at)
      SELECT ${idOf('c')}, @tenant, CONCAT('Customer ', seq), CONCAT('customer ', seq),
        CONCAT('5521', LPAD(seq, 9, '9')), '[]', 'cold', ${at}, ${at} FROM seq_1_to_${CONVERSATIONS}`);
    await run(`INSERT INTO conversations
        (id, tenant_id, contact_id, unread_count, message_count, last_activity_at, created_at, updated_at)
      SELECT ${idOf('v')}, @tenant, ${idOf('c')}, 0, 1, ${at}, ${at}, ${at} FROM seq_1_to_${CONVERSATIONS}`);
    // The messages of one conversation, a minute apart; ids are in the order of time.
    const sentAt = `NOW(3) - INTERVAL (${MESSAGES} - seq) MINUTE`;
    await run(`INSERT INTO messages (id, tenant_id, conversation_id, contact_id, direction, type, status,
        status_rank, content, platform_id, warnings, created_at)
      SELECT UNHEX(CONCAT(LPAD(HEX(FLOOR(UNIX_TIMESTAMP(${sentAt}) * 1000)), 12, '0'), LEFT(MD5(seq), 20))),
        @tenant, (SELECT ${idOf('v')} FROM seq_1_to_1), (SELECT ${idOf('c')} FROM seq_1_to_1),
        IF(seq % 2, 'inbound', 'outbound'), 'text', IF(seq % 2, 'received', 'read'), IF(seq % 2, 0, 4),
        CONCAT('Message ', seq, ': is the blue one still in stock, and can you keep it until Friday?'),
        CONCAT('wamid.figures', seq), '[]', ${sentAt}
      FROM seq_1_to_${MESSAGES}`);
    const [[one]] = await connection.query<RowDataPacket[]>(`SELECT ${idOf('v')} AS id FROM seq_1_to_1`);
    await connection.query('ANALYZE TABLE messages, conversations, contacts');
    return encodeId('conversation', one?.id);
  } finally {
    await connection.end();
  }
}
