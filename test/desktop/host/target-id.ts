import type { Page } from 'playwright-core';

const known = new WeakMap<Page, Promise<string>>();

/** Returns the target id of a page in the debugging protocol; empty for a page that is closing. */
export function targetIdOf(page: Page): Promise<string> {
  const id = known.get(page) ?? ask(page);
  known.set(page, id);
  return id;
}

async function ask(page: Page): Promise<string> {
  try {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    return targetInfo.targetId;
  } catch {
    return '';
  }
}
