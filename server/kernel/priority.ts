import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lets other processes of the session have the processor first. Does nothing where the system does not permit it. */
export function lowerPriority(nice: number): void {
  try {
    setPriority(nice);
  } catch {
    // The priority stays the same.
  }
}

/**
 * Lets other sessions, such as that of the API server, have the processor first. Linux shares the processor among sessions
 * before it compares processes, so the priority of a process counts only within its session (decision 0343).
 */
export function lowerSessionPriority(nice: number): void {
  try {
    const [, , , session] = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    // The launcher starts its programs as leaders of sessions. Any other session would be that of a terminal, with more in it.
    if (Number(session) === process.pid) writeFileSync('/proc/self/autogroup', String(nice));
  } catch {
    // Another system, or a kernel that does not group sessions.
  }
}
