import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from './private-files.ts';

/**
 * Identifies a process even after its pid has been reused. We stop a process only when both fields
 * match: after a reboot our old pid may belong to any process.
 */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** Returns the process that has this pid now, or null when there is none (a zombie does not count). */
export function identify(pid: number): ProcessIdentity | null {
  const started = startOf(pid);
  return started ? { pid, started } : null;
}

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return identify(process.pid) ?? { pid: process.pid, started: 'unknown' };
}

/** Whether this process is still running. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * Sends SIGTERM to a process, waits, and kills it if it does not end. Does nothing to another process
 * with the same pid.
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

/** Sends a signal; does nothing if the process has already ended. */
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
    // The command name is in brackets and may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    const ticks = fields[19];
    if (!ticks || state === 'Z' || state === 'X') return null;
    // Ticks count from the boot, so the boot id is part of the identity.
    return `${bootId()}:${ticks}`;
  } catch {
    return null;
  }
}

/** Returns what is the same until this machine starts again, on Linux; a constant elsewhere. */
export function bootId(): string {
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
