import { readFileSync } from 'node:fs';
import { identify, isRunning, type ProcessIdentity } from '../db/local-mariadb/index.ts';

const lookMs = 500;

/**
 * Ends a run when the npm that started it is gone. npm passes SIGTERM to the shell between it and us,
 * and that shell dies without passing it on: nobody would tell us.
 */
export function stopWithNpm(stop: () => void): void {
  const parent = process.ppid;
  const ancestors = ancestorsUpToNpm(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && ancestors.every(isRunning)) return;
    clearInterval(timer);
    stop();
  }, lookMs);
  timer.unref();
}

/** The shells above us and the first process that is none: npm. Beyond it is the user's own business. */
function ancestorsUpToNpm(parent: number): ProcessIdentity[] {
  const found: ProcessIdentity[] = [];
  let pid = parent;
  for (;;) {
    const status = statusOf(pid);
    const identity = status && identify(pid);
    if (!identity || pid <= 1) return found;
    found.push(identity);
    if (!/^(sh|dash|bash|ash|zsh|busybox)$/.test(status.name)) return found;
    pid = status.parent;
  }
}

/** Name and parent of a process, where the system tells without asking another program. */
function statusOf(pid: number): { name: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: Number(stat.slice(end + 2).split(' ')[1]),
    };
  } catch {
    return null;
  }
}
