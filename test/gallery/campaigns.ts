import { expect, type Page } from '@playwright/test';
import type { Place } from './places.ts';

/** Imports and broadcasts in each of their states, which take several requests to make. */
export interface Campaigns {
  imports: Record<'mapping' | 'problems' | 'done' | 'undone', string>;
  /** The id of a broadcast of which some messages failed. */
  failures: string;
}

const TAG = 'Winter fair';
/** The platform fails messages to numbers that end in these codes. */
const FAILING = ['131026', '131049', '131050'];

const FILES = {
  mapping: 'Full name;Mobile;City;Agreed on\nAda Vermeer;+1 555 032 0001;Delft;2026-03-04',
  problems: [
    'Name;Phone;Email',
    'Ben Okafor;+1 555 032 0011;ben@example.test',
    'Chiara Long-Surname of the Old Harbour Workshop;12;chiara@example.test',
    'Dmitri;+1 555 032 0013;no address',
    'Dmitri again;+1 555 032 0013;',
    'Nobody;;',
  ].join('\n'),
  done: [
    'Name;Phone',
    ...FAILING.map((code, index) => `Refused ${index + 1};+1555 4${code}`),
    ...Array.from({ length: 9 }, (_, index) => `Visitor ${index + 1};+1 555 033 001${index}`),
    'Without number;',
  ].join('\n'),
  undone: 'Name;Phone\nElif Undone;+1 555 032 0031\nFarid Undone;+1 555 032 0032',
};

/** Makes an import in each state, and a broadcast to the people of one. */
export async function furnishCampaigns(page: Page, api: string): Promise<Campaigns> {
  const send = async (path: string, data?: object) => {
    const answer = await page.request.post(`${api}${path}`, { data: data ?? {} });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const upload = async (name: keyof typeof FILES) => {
    const answer = await page.request.post(`${api}/contact-imports?filename=${name}.csv`, {
      data: Buffer.from(FILES[name]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const step = async (id: string, name: 'check' | 'commit' | 'undo', state: string, data?: object) => {
    await send(`/contact-imports/${id}/${name}`, data);
    const stateOf = async () =>
      (await (await page.request.get(`${api}/contact-imports/${id}`)).json()).state as string;
    await expect.poll(stateOf, { timeout: 30_000 }).toBe(state);
  };
  const checked = async (name: keyof typeof FILES, tags: string[] = []): Promise<string> => {
    const { id, mapping } = await upload(name);
    await step(id, 'check', 'checked', { mapping, mode: 'overwrite', tags });
    return id;
  };
  const done = await checked('done', [TAG]);
  await step(done, 'commit', 'done');
  const undone = await checked('undone');
  await step(undone, 'commit', 'done');
  await step(undone, 'undo', 'undone');
  const { id: failures } = await send('/broadcasts', {
    name: 'Invitation to the winter fair',
    template: { name: 'hello_world', language: 'en_US' },
    audience: { tag: TAG },
  });
  const failed = async () =>
    (await (await page.request.get(`${api}/broadcasts/${failures}`)).json()).counts.failed as number;
  await expect.poll(failed, { timeout: 60_000 }).toBe(FAILING.length);
  return {
    imports: { mapping: (await upload('mapping')).id, problems: await checked('problems'), done, undone },
    failures,
  };
}

/** Returns the steps of imports and broadcasts. Their data takes a while to make: only the gallery has them. */
export function placesOfCampaigns({ imports, failures }: Campaigns): Place[] {
  return [
    ...Object.entries(imports).map(([state, id]) => ({
      name: `contacts-import-${state}`,
      path: `/contacts/import?id=${id}`,
    })),
    { name: 'broadcasts-new-audience', path: '/broadcasts/new', open: toAudience, isInPage: true },
    {
      name: 'broadcasts-new-confirm',
      path: '/broadcasts/new',
      open: async (page) => {
        await toAudience(page);
        await page.getByTestId('broadcast-next').click();
        await page.getByTestId('broadcast-cost').or(page.getByTestId('broadcast-preview')).first().waitFor();
      },
      isInPage: true,
    },
    {
      name: 'broadcasts-running',
      path: `/broadcasts/${failures}`,
      isInPage: true,
      // A real one is over before the screenshot.
      open: async (page) => {
        const address = `**/api/dashboard/broadcasts/${failures}`;
        await page.route(address, async (route) => {
          const response = await route.fetch();
          const running = { status: 'running', completedAt: null };
          const counts = { recipients: 300, waiting: 118, queued: 12, sent: 164, delivered: 131, read: 62 };
          const broadcast = await response.json();
          await route.fulfill({
            response,
            json: { ...broadcast, ...running, counts: { ...broadcast.counts, ...counts } },
          });
        });
        await page.reload();
        await page.getByTestId('broadcast-pause').waitFor();
        await page.unroute(address);
      },
    },
    { name: 'broadcasts-failures', path: `/broadcasts/${failures}?result=failed` },
  ];
}

async function toAudience(page: Page): Promise<void> {
  await page.getByTestId('broadcast-name').fill('Second invitation to the winter fair');
  await page.getByTestId('broadcast-template').click();
  await page.getByRole('option', { name: /hello_world/ }).click();
  await page.getByTestId('broadcast-next').click();
  await page.getByTestId('broadcast-tag').fill(TAG);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('broadcast-next')).toBeEnabled();
}
