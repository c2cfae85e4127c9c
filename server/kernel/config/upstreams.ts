/** An OpenAI-compatible engine: its base URL, including `/v1`, and its key, if it needs one. */
export interface Upstream {
  url: string;
  key: string | undefined;
}

/**
 * Pairs engines with their keys: one key for all, or one for each, separated by commas. With a single engine, a comma
 * is part of its key.
 * @returns a sentence about why they do not fit, which does not repeat a key.
 */
export function pairUpstreams(urls: readonly string[], given: string | undefined): Upstream[] | string {
  const keys = given === undefined || urls.length <= 1 ? [given] : given.split(',').map((one) => one.trim());
  if (keys.length > 1 && keys.length !== urls.length)
    return `must be one key for all addresses of INFERENCE_UPSTREAM, or one for each, separated by commas: ${urls.length} addresses, ${keys.length} keys`;
  return urls.map((url, at) => ({ url, key: keys.length > 1 ? keys[at] : keys[0] }));
}
