import { z } from 'zod';
import type { GraphHttp } from '../graph/graph-http.ts';

const AppSchema = z.looseObject({ id: z.string(), name: z.string().optional() });

/** The app's own token: it proves id and secret together. */
export function appTokenOf({ appId, appSecret }: { appId: string; appSecret: string }): string {
  return `${appId}|${appSecret}`;
}

/** Asks the platform for the app as the app itself. @throws {GraphError} */
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
