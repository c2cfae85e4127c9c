import { resources } from './generated/resources.ts';
import { type ClientOptions, createSend } from './send.ts';

/**
 * A client of one workspace. Its calls resolve to what the API answers and throw `SwitchboardError`; those that
 * may be repeated safely are, when the server is busy or the connection breaks.
 *
 * @throws {TypeError} when `baseUrl` is no http address or `apiKey` is missing.
 */
export function createClient(options: ClientOptions) {
  if (!/^https?:\/\//.test(options.baseUrl ?? '') || !URL.canParse(options.baseUrl)) {
    throw new TypeError(
      `baseUrl must be the http or https address of the server, and is ${String(options.baseUrl)}`,
    );
  }
  if (!options.apiKey) {
    throw new TypeError('apiKey is missing: make one in the dashboard under API keys');
  }
  return resources(createSend(options));
}

export type SwitchboardClient = ReturnType<typeof createClient>;
