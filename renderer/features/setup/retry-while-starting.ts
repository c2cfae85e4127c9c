import { asApiError } from '../../lib/api/api-error.ts';

const RETRY_FOR_MS = 30_000;
/** The server allows 10 calls a minute of the strictest route. */
const RETRY_MS = 2_000;

/**
 * Repeats a call for a while that needs the sandbox: the first one can start it and restart the server, which does
 * not answer in between.
 */
export async function retryWhileStarting<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { code } = asApiError(error);
      const isStarting = code === 'unavailable' || code === 'network';
      if (!isStarting || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
