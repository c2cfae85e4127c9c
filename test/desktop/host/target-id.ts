import type { Page } from 'playwright-core';

const known = new WeakMap<Page, Promise<string>>();

/** What the debugging protocol calls a page. A page that is closing is called nothing. */
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
