import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Copies what a child prints to our own output, its name before each line. */
export function prefixOutput(child: ChildProcess, name: string): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      process.stdout.write(`${name.padEnd(8)}│ ${line}\n`);
    });
  }
}
