import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from './private-files.ts';

/**
 * One process, told apart from a later one that got the same number. A process is ended only
 * when both match: after a reboot our old pid may belong to anybody.
 */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** Who has this pid now, or null when nobody has (a zombie counts as nobody). */
export function identify(pid: number): ProcessIdentity | null {
  const started = startOf(pid);
  return started ? { pid, started } : null;
}

/** Who we are ourselves. */
export function ownIdentity(): ProcessIdentity {
  return identify(process.pid) ?? { pid: process.pid, started: 'unknown' };
}

/** Whether this very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * Asks a process to stop, waits, and kills it when it does not. Does nothing to a process that
 * merely has the same number.
 */
export async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isRunning(identity)) return;
    send(identity.pid, signal);
    const deadline = performance.now() + patience;
    while (isRunning(identity) && performance.now() < deadline) await sleep(25);
  }
}

/** Sends a signal; a process that is already gone is no fault. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error;
  }
}

function startOf(pid: number): string | null {
  if (existsSync('/proc/self/stat')) return startFromProc(pid);
  return process.platform === 'win32' ? startFromPowershell(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in brackets and may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    const ticks = fields[19];
    if (!ticks || state === 'Z' || state === 'X') return null;
    // Ticks count from the boot, so the boot belongs to the identity.
    return `${bootId()}:${ticks}`;
  } catch {
    return null;
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
}

function startFromPs(pid: number): string | null {
  return output('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function startFromPowershell(pid: number): string | null {
  return output('powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`]);
}

function output(command: string, args: string[]): string | null {
  try {
    return (
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
    );
  } catch {
    return null;
  }
}
