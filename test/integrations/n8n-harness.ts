import { createRequire } from 'node:module';
import { bearer } from '../helpers/test-server.ts';

/** Parameters of a node as a workflow stores them. */
export type Parameters = Record<string, unknown>;

const load = createRequire(import.meta.url);

/** Loads a class of the built package, as n8n does: from the file that is named after it. */
export function loadClass(folder: string, file: string) {
  const name = file.split('/').at(-1)?.split('.')[0] ?? '';
  const Class = load(`${folder}/${file}`)[name];
  return new Class();
}

/** n8n returns text that is not JSON unchanged. */
function asN8nReads(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Plays the part of n8n that these nodes use: parameters, credentials, HTTP requests with the credential's headers, and
 * stored data. `n8n-engine.test.ts` runs the nodes in n8n's own engine, in the soak lane: its packages are large.
 */
export function n8n(baseUrl: string, apiKey: string) {
  const staticData: Record<string, unknown> = {};
  let runs = 0;
  const common = {
    getCredentials: async () => ({ baseUrl: `${baseUrl}/`, apiKey }),
    getNode: () => ({ id: '6f1ed002-ab5c-4d8e-9f0a-1b2c3d4e5f60', name: 'Switchboard' }),
    getWorkflowStaticData: () => staticData,
    helpers: {
      httpRequestWithAuthentication: async (_: string, request: Parameters) => {
        const { method, url, qs, body, headers, disableFollowRedirect } = request as {
          method: string;
          url: string;
          qs?: object;
          body?: object;
          headers?: object;
          disableFollowRedirect?: boolean;
        };
        const query = new URLSearchParams(
          Object.entries(qs ?? {}).map(([name, value]) => [name, String(value)]),
        );
        const response = await fetch(`${url}${query.size > 0 ? `?${query}` : ''}`, {
          method,
          redirect: disableFollowRedirect ? 'manual' : 'follow',
          headers: { ...headers, ...bearer(apiKey), ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        return {
          statusCode: response.status,
          headers: Object.fromEntries(response.headers),
          body: asN8nReads(text),
        };
      },
    },
  };
  return {
    staticData,
    /** Runs a node for each of some items, whose values replace parameters. */
    execute(
      node: { execute: (this: unknown) => Promise<{ json: Parameters }[][]> },
      parameters: Parameters,
      items: Parameters[] = [{}],
      options = { continueOnFail: false, isRepeated: false },
    ) {
      if (!options.isRepeated) runs += 1;
      return node.execute.call({
        ...common,
        getInputData: () => items.map((json) => ({ json })),
        getNodeParameter: (name: string, index: number, ...fallback: unknown[]) => {
          const value = { ...parameters, ...items[index] }[name] ?? fallback[0];
          if (value === undefined) throw new Error(`Could not get parameter ${name}`);
          return value;
        },
        getExecutionId: () => '42',
        getTimezone: () => 'America/New_York',
        getWorkflowDataProxy: () => ({ $runIndex: runs }),
        continueOnFail: () => options.continueOnFail,
      });
    },
    /** The functions for adding and removing the webhook of a trigger. */
    hooks: (url: string, parameters: Parameters) => ({
      ...common,
      getNodeWebhookUrl: () => url,
      getNodeParameter: (name: string) => parameters[name],
    }),
  };
}
