import { z } from 'zod';
import type { GraphHttp } from '../graph/graph-http.ts';

const AppSchema = z.looseObject({ id: z.string(), name: z.string().optional() });

/** Returns the app's own token, which is valid only if the id and secret match. */
export function appTokenOf({ appId, appSecret }: { appId: string; appSecret: string }): string {
  return `${appId}|${appSecret}`;
}

/** Reads the app from the platform, authenticated as the app itself. @throws {GraphError} */
export async function readApp(
  http: GraphHttp,
  app: { appId: string; appSecret: string },
): Promise<{ id: string; name: string | null }> {
  const { id, name } = await http.ask(
    {
      token: appTokenOf(app),
      method: 'GET',
      path: encodeURIComponent(app.appId),
      query: { fields: 'id,name' },
    },
    AppSchema,
  );
  return { id, name: name ?? null };
}
