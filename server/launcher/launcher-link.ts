/** What the API server says to the launcher when the first-run page asks for the demo. */
export const SANDBOX_WANTED = 'sandbox-wanted';

/**
 * How the API server asks its launcher to run the sandbox too; it is then started anew with the sandbox
 * as its platform. Null in a process that was started by hand: nobody would hear.
 */
export function sandboxRequest(): (() => void) | null {
  if (!process.connected) return null;
  return () => process.send?.(SANDBOX_WANTED);
}
