/**
 * Stops a child process when the launcher has ended, even by `kill -9`: its IPC channel then closes. Does
 * nothing in a process that was started by hand.
 */
export function stopWithParent(stop: () => void): void {
  const wasStartedByLauncher = process.send !== undefined;
  if (!wasStartedByLauncher) return;
  if (!process.connected) {
    stop();
    return;
  }
  process.once('disconnect', stop);
  // The listener must not keep alive a process that has nothing else to do.
  process.channel?.unref();
}
