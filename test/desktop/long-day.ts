import type { CDPSession, Page } from '@playwright/test';
import type { Switchboard } from '../e2e/switchboard.ts';

export interface LongDayOptions {
  /** The number of messages that customers send. */
  events: number;
  /** The number of conversations that are opened. */
  switches: number;
  /** The number of parts of the day, with a reading after each. */
  parts?: number;
}

/** The memory of the page after garbage collection. */
export interface Reading {
  heapMb: number;
  domNodes: number;
  listeners: number;
}

const ACCOUNT = '800000000000001';
const CUSTOMERS = 30;
const AT_ONCE = 4;

/**
 * Simulates a working day in the open inbox within minutes: customers write, and the agent switches between
 * conversations. The first reading serves as a warm-up: growth after it would continue on a longer day.
 */
export async function playLongDay(
  page: Page,
  board: Pick<Switchboard, 'phoneUrl'>,
  { events, switches, parts = 5 }: LongDayOptions,
): Promise<Reading[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  const readings: Reading[] = [];
  for (let part = 0; part < parts; part += 1) {
    await Promise.all([
      writeMany(board, Math.ceil(events / parts), part),
      switchMany(page, Math.ceil(switches / parts), part),
    ]);
    await page.waitForTimeout(2_000);
    readings.push(await readPage(cdp));
  }
  await cdp.detach();
  return readings;
}

async function readPage(cdp: CDPSession): Promise<Reading> {
  // Twice, because objects with finalizers are only freed by the second collection.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return {
    heapMb: Math.round((usedSize / 1024 / 1024) * 10) / 10,
    domNodes: nodes,
    listeners: jsEventListeners,
  };
}

/** Sends messages from customers, a few at a time. The customers stay the same all day. */
async function writeMany({ phoneUrl }: Pick<Switchboard, 'phoneUrl'>, count: number, part: number) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      const waId = `15550107${String(index % CUSTOMERS).padStart(3, '0')}`;
      const response = await fetch(`${phoneUrl}/control/accounts/${ACCOUNT}/chats/${waId}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: `Part ${part}, message ${index}. ${'Where is my parcel? '.repeat(5)}` }),
      });
      if (!response.ok) throw new Error(`the platform rejected the message: ${await response.text()}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Opens one row after another. Clicks within the page, so that rows can move at the same time. */
async function switchMany(page: Page, count: number, part: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await page.evaluate(
      (nth) => {
        const rows = document.querySelectorAll<HTMLElement>('[data-testid="conversation-row"]');
        rows[nth % rows.length]?.click();
      },
      part + index * 3,
    );
    await page.waitForTimeout(40);
  }
}
