import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scoreRules } from './score-rules.ts';
import { scoreVerifier } from './score-verifier.ts';
import { precision, recall, ScoreTable } from './scores.ts';

const PAGE = 'docs/assist.md';
const TABLE = /(<!-- golden table -->\n)[\s\S]*?(<!-- end of golden table -->)/;

/** What each part reaches, in percent, in both languages. A change that lowers one of them is not an improvement. */
const FLOORS: Readonly<Record<string, { precision: number; recall: number }>> = {
  verifier: { precision: 0.98, recall: 0.98 },
  details: { precision: 0.97, recall: 0.97 },
  promises: { precision: 0.95, recall: 0.95 },
  check: { precision: 0.96, recall: 0.96 },
  thanks: { precision: 0.95, recall: 0.95 },
};

/** `GOLDEN=write npx vitest run test/golden` writes the table into the page. */
describe('the golden set of what needs no model', () => {
  const table = new ScoreTable();
  const misses = [...scoreVerifier(table), ...scoreRules(table)];
  if (process.env.GOLDEN === 'write') {
    const page = readFileSync(PAGE, 'utf8');
    writeFileSync(
      PAGE,
      page.replace(TABLE, (_, before: string, after: string) => `${before}${table.toMarkdown()}\n${after}`),
    );
  }
  if (process.env.GOLDEN) console.log(`${table.toMarkdown()}\n\n${misses.join('\n')}`);

  it('has its table in docs/assist.md (GOLDEN=write writes it)', () => {
    expect(readFileSync(PAGE, 'utf8')).toContain(table.toMarkdown());
  });

  it.each(Object.entries(FLOORS))('reaches the floors of %s in each language', (part, floor) => {
    for (const language of ['en', 'pt']) {
      const rows = table.list().filter((row) => row.group === part && row.language === language);
      const sum = rows.reduce(
        (total, row) => ({
          right: total.right + row.right,
          wrong: total.wrong + row.wrong,
          missed: total.missed + row.missed,
        }),
        { right: 0, wrong: 0, missed: 0 },
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(precision(sum), `precision of ${part} in ${language}`).toBeGreaterThanOrEqual(floor.precision);
      expect(recall(sum), `recall of ${part} in ${language}`).toBeGreaterThanOrEqual(floor.recall);
    }
  });
});
