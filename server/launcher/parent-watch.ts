/**
 * Stops a child of the launcher when the launcher is gone, `kill -9` included: its IPC channel then
 * closes. Does nothing in a process that was started by hand.
 */
export function stopWithParent(stop: () => void): void {
  const wasStartedByLauncher = process.send !== undefined;
  if (!wasStartedByLauncher) return;
  if (!process.connected) {
    stop();
    return;
  }
  process.once('disconnect', stop);
  // Listening must not keep alive a process that has nothing else to do.
  process.channel?.unref();
}
