import { resources } from './generated/resources.ts';
import { type ClientOptions, createSend } from './send.ts';

/**
 * Creates a client for one workspace. Its calls return the API's response and throw `SwitchboardError`. Calls
 * that can be repeated safely are retried when the server is busy or the connection fails.
 *
 * @throws {TypeError} when `baseUrl` is not an http address or `apiKey` is missing.
 */
export function createClient(options: ClientOptions) {
  if (!/^https?:\/\//.test(options.baseUrl ?? '') || !URL.canParse(options.baseUrl)) {
    throw new TypeError(
      `baseUrl must be the http or https address of the server, not ${String(options.baseUrl)}`,
    );
  }
  if (!options.apiKey) {
    throw new TypeError('apiKey is missing. Create one in the dashboard under API keys.');
  }
  return resources(createSend(options));
}

export type SwitchboardClient = ReturnType<typeof createClient>;
