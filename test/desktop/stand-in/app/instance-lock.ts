import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export interface SecondInstance {
  argv: string[];
  workingDirectory: string;
  data: unknown;
}

/**
 * The single-instance lock of a user data folder: a file with a process id, and a folder in which later
 * instances store their command line. Synchronous, because Electron's lock is.
 */
export class InstanceLock {
  private readonly file: string;
  private readonly inbox: string;
  private isHeld = false;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = join(folder, 'stand-in.lock');
    this.inbox = join(folder, 'stand-in.instances');
  }

  get has(): boolean {
    return this.isHeld;
  }

  /** @param onSecond called for every later instance, if this is the first. */
  take(data: unknown, onSecond: (second: SecondInstance) => void): boolean {
    if (this.isHeld) return true;
    if (!this.claim()) {
      this.notifyFirst({ argv: process.argv, workingDirectory: process.cwd(), data });
      return false;
    }
    this.isHeld = true;
    mkdirSync(this.inbox, { recursive: true });
    watch(this.inbox, { persistent: false }, () => this.readNotifications(onSecond));
    return true;
  }

  release(): void {
    if (this.isHeld) rmSync(this.file, { force: true });
    this.isHeld = false;
  }

  private claim(): boolean {
    try {
      const file = openSync(this.file, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return true;
    } catch {
      if (isRunning(Number(readFileSync(this.file, 'utf8')))) return false;
      rmSync(this.file);
      return this.claim();
    }
  }

  private notifyFirst(second: SecondInstance): void {
    mkdirSync(this.inbox, { recursive: true });
    const draft = join(this.inbox, `.${process.pid}`);
    writeFileSync(draft, JSON.stringify(second));
    renameSync(draft, join(this.inbox, `${process.pid}.json`));
  }

  private readNotifications(onSecond: (second: SecondInstance) => void): void {
    for (const name of readdirSync(this.inbox).filter((found) => found.endsWith('.json'))) {
      const path = join(this.inbox, name);
      const second = JSON.parse(readFileSync(path, 'utf8'));
      rmSync(path);
      onSecond(second);
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
