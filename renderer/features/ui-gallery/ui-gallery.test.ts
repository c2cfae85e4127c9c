import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Shared components that cannot stand among others. */
const APART = ['EntryPage'];
/** Those that another shared component on the page shows. */
const WITHIN = ['QrCode', 'Tip'];

it('the page has every shared component', () => {
  const shared = readdirSync('renderer/ui', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && file !== 'date-time/date-time-inputs.tsx')
    .flatMap((file) => [
      ...readFileSync(`renderer/ui/${file}`, 'utf8').matchAll(/^export function ([A-Z]\w+)/gm),
    ])
    .map(([, name = '']) => name);
  const page = ['ui-gallery.page.tsx', 'shared-parts.tsx', 'data-parts.tsx']
    .map((file) => readFileSync(`renderer/features/ui-gallery/${file}`, 'utf8'))
    .join();
  expect(shared.length).toBeGreaterThan(40);
  const missing = shared.filter((name) => !new RegExp(`<${name}[\\s>]`).test(page));
  expect(missing.sort()).toEqual([...APART, ...WITHIN].sort());
});
