import type { Writable } from 'node:stream';
import { systemClock } from '../clock/clock.ts';

/** Where log lines go. */
export interface LogSink {
  write(line: string): void;
}

let lost = 0;
let guarded: LogSink | null = null;

/** Returns how many lines this process could not write to its standard output. */
export function lostLogLines(): number {
  return lost;
}

/**
 * Returns the standard output for log lines. A full disk, or a reader of the output that has ended, costs lines: without this,
 * Node would end the process with its first line that cannot be written, in the middle of its work.
 */
export function standardOutput(): LogSink {
  guarded ??= lossySink(process.stdout, () => {
    lost += 1;
  });
  return guarded;
}

/** Returns a sink that drops the lines that a stream does not take, and says how many were lost once it takes lines again. */
export function lossySink(stream: Writable, onLost: () => void): LogSink {
  let missing = 0;
  stream.on('error', () => undefined);

  function write(line: string): void {
    // A disk that becomes full may have taken the beginning of a line.
    const text = missing > 0 ? `\n${line}` : line;
    stream.write(text, (error) => {
      if (error) {
        missing += 1;
        onLost();
        return;
      }
      if (missing === 0) return;
      const notice = {
        level: 40,
        time: systemClock.now().toISOString(),
        lines: missing,
        msg: 'log lines were lost',
      };
      missing = 0;
      write(`${JSON.stringify(notice)}\n`);
    });
  }

  return { write };
}
