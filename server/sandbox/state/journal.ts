import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A change of the row under `key` in `table` to `value`; null means that it was deleted. */
export interface JournalEntry {
  readonly table: string;
  readonly key: string;
  readonly value: unknown;
}

export interface Journal {
  append(entry: JournalEntry): void;
  /** Resolves when all entries appended so far are in the file. */
  saved(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the journal. A crash can truncate the last line. That line was never acknowledged, so it is left out
 * instead of failing to start.
 */
export function readJournal(file: string): JournalEntry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line, index) => {
    try {
      return [JSON.parse(line) as JournalEntry];
    } catch (error) {
      if (index === lines.length - 1) return [];
      throw new Error(`Line ${index + 1} of ${file} is damaged; move the file away to start afresh.`, {
        cause: error,
      });
    }
  });
}

/** Replaces the file atomically with `entries`, and opens it for appending. */
export function openJournal(file: string, entries: Iterable<JournalEntry>): Journal {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  const descriptor = openSync(fresh, 'w', 0o600);
  for (const entry of entries) writeSync(descriptor, `${JSON.stringify(entry)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(fresh, file);
  return appendTo(file);
}

function appendTo(file: string): Journal {
  let pending: string[] = [];
  let handle: FileHandle | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function drain(): Promise<void> {
    if (pending.length === 0) return;
    const lines = pending.join('');
    pending = [];
    handle ??= await open(file, 'a', 0o600);
    await handle.appendFile(lines);
  }

  // One write at a time, each with all lines since the last: this keeps the order, and bursts need few
  // writes.
  function saved(): Promise<void> {
    writing = writing.then(drain);
    return writing;
  }

  return {
    append(entry) {
      if (pending.length === 0) setImmediate(() => saved().catch(() => undefined));
      pending.push(`${JSON.stringify(entry)}\n`);
    },
    saved,
    async close() {
      await saved();
      await handle?.close();
      handle = null;
    },
  };
}
