/** How often something was found, where the authored cases say that it is, and where they say that it is not. */
export interface Score {
  right: number;
  wrong: number;
  missed: number;
}

/** One row of the table: what was looked for, in which language, in how many cases. */
export interface ScoreRow extends Score {
  group: string;
  kind: string;
  language: string;
  cases: number;
}

/** Counts expected and found values, each as often as it occurs. */
export function compare(expected: readonly string[], found: readonly string[]): Score {
  const rest = [...found];
  let right = 0;
  for (const value of expected) {
    const at = rest.indexOf(value);
    if (at < 0) continue;
    rest.splice(at, 1);
    right += 1;
  }
  return { right, wrong: rest.length, missed: expected.length - right };
}

/** Returns the share of what was found that is right; 1 when nothing was found. */
export function precision({ right, wrong }: Score): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

/** Returns the share of what there is that was found; 1 when there is nothing. */
export function recall({ right, missed }: Score): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}

/** Collects scores into rows, in the order in which they first came. */
export class ScoreTable {
  private readonly rows = new Map<string, ScoreRow>();

  /** Adds the score of one case. */
  add(group: string, kind: string, language: string, score: Score): void {
    const key = `${group} ${kind} ${language}`;
    const row = this.rows.get(key) ?? { group, kind, language, cases: 0, right: 0, wrong: 0, missed: 0 };
    row.cases += 1;
    row.right += score.right;
    row.wrong += score.wrong;
    row.missed += score.missed;
    this.rows.set(key, row);
  }

  /** Returns the rows, those of a group side by side. */
  list(): ScoreRow[] {
    return [...this.rows.values()].sort((one, other) => order(one).localeCompare(order(other)));
  }

  /** Writes the table in Markdown. */
  toMarkdown(): string {
    const lines = this.list().map((row) => {
      const figures = [
        row.cases,
        row.right,
        row.wrong,
        row.missed,
        percent(precision(row)),
        percent(recall(row)),
      ];
      return `| ${[row.group, row.kind, row.language, ...figures].join(' | ')} |`;
    });
    return [
      '| part | kind | language | cases | right | wrong | missed | precision | recall |',
      '|---|---|---|---:|---:|---:|---:|---:|---:|',
      ...lines,
    ].join('\n');
  }
}

function order({ group, kind, language }: ScoreRow): string {
  return `${group} ${kind} ${language}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
