import { z } from 'zod';
import type { GraphHttp } from '../graph/graph-http.ts';

const DoneSchema = z.looseObject({ success: z.literal(true) });
const ListSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      whatsapp_business_api_data: z.looseObject({ id: z.string(), name: z.string().optional() }),
      override_callback_uri: z.string().optional(),
    }),
  ),
});

/** An app that receives the events of a business account. */
export interface SubscribedApp {
  id: string;
  name: string | null;
  /** The address that receives this account's events instead of the app's default address. */
  callbackUrl: string | null;
}

const pathOf = (wabaId: string) => `${encodeURIComponent(wabaId)}/subscribed_apps`;

/** Subscribes the token's app. @throws {GraphError} */
export async function subscribeApp(http: GraphHttp, token: string, wabaId: string): Promise<void> {
  await http.ask({ token, method: 'POST', path: pathOf(wabaId) }, DoneSchema);
}

/**
 * Sets a callback URL for the account. Call `subscribeApp` first: otherwise the platform rejects it
 * (PLATFORM 8). The platform calls the address immediately.
 * @throws {GraphError}
 */
export async function overrideCallback(
  http: GraphHttp,
  token: string,
  wabaId: string,
  { url, verifyToken }: { url: string; verifyToken: string },
): Promise<void> {
  const body = { override_callback_uri: url, verify_token: verifyToken };
  await http.ask({ token, method: 'POST', path: pathOf(wabaId), body, timeoutMs: 12_000 }, DoneSchema);
}

/** @throws {GraphError} */
export async function listSubscribedApps(
  http: GraphHttp,
  token: string,
  wabaId: string,
): Promise<SubscribedApp[]> {
  const { data } = await http.ask({ token, method: 'GET', path: pathOf(wabaId) }, ListSchema);
  return data.map(({ whatsapp_business_api_data: app, override_callback_uri: callbackUrl }) => ({
    id: app.id,
    name: app.name ?? null,
    callbackUrl: callbackUrl ?? null,
  }));
}
