import type { Page } from '@playwright/test';
import { addMember } from './add-member.ts';
import type { Board, OpenWindow } from './fixtures.ts';
import { complaintsOf, enter } from './screens.ts';

export interface TwoPeople {
  margit: Page;
  colleague: Page;
  /** The errors of each page. */
  complaints: string[][];
}

/** Opens the inbox of the owner and of a new colleague, on two computers. */
export async function openTwo({ url, demo }: Board, openWindow: OpenWindow): Promise<TwoPeople> {
  const leo = {
    name: 'Leo Costa',
    email: `leo${performance.now()}@example.test`,
    password: 'long enough for Leo',
  };
  await addMember(url, demo, { ...leo, role: 'staff' });
  const [margit, colleague] = [await openWindow(), await openWindow()];
  const complaints = [complaintsOf(margit), complaintsOf(colleague)];
  await Promise.all([enter(margit, url, demo), enter(colleague, url, leo)]);
  return { margit, colleague, complaints };
}
