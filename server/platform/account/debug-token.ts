import { z } from 'zod';
import type { GraphHttp } from '../graph/graph-http.ts';

/** The platform's description of an access token. */
export interface TokenFacts {
  /** The app that it belongs to; null for an unknown token. */
  appId: string | null;
  isValid: boolean;
  /** Null when it does not expire. */
  expiresAt: Date | null;
  /** Null when the platform does not report them. */
  scopes: readonly string[] | null;
  /** The business accounts that it was made for; null when the platform does not report them. */
  accounts: readonly string[] | null;
  /** The platform's message about an invalid token. */
  fault: string | null;
}

const ResponseSchema = z.looseObject({
  data: z.looseObject({
    app_id: z.string().optional(),
    is_valid: z.boolean().optional(),
    expires_at: z.number().optional(),
    scopes: z.array(z.string()).optional(),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .optional(),
    error: z.looseObject({ message: z.string().optional() }).optional(),
  }),
});

/** The permissions that a token needs to read numbers and accounts, and to send. */
export const NEEDED_SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'] as const;

/**
 * Reads the platform's description of a token. `authToken` is the app's own token (`id|secret`), or the token
 * itself.
 * @throws {GraphError} when `authToken` is rejected or there is no response.
 */
export async function debugToken(
  http: GraphHttp,
  authToken: string,
  accessToken: string,
): Promise<TokenFacts> {
  // The platform accepts the token to describe in the URL only.
  const request = {
    token: authToken,
    method: 'GET',
    path: 'debug_token',
    query: { input_token: accessToken },
  } as const;
  const { data } = await http.ask(request, ResponseSchema);
  const granted = data.granular_scopes?.find(({ scope }) => scope === NEEDED_SCOPES[0]);
  return {
    appId: data.app_id ?? null,
    isValid: data.is_valid ?? data.error === undefined,
    expiresAt: data.expires_at ? new Date(data.expires_at * 1_000) : null,
    scopes: data.scopes ?? null,
    accounts: granted?.target_ids ?? null,
    fault: data.error?.message ?? null,
  };
}

/** Returns the permissions that a token lacks. */
export function missingScopes({ scopes }: TokenFacts): string[] {
  return scopes === null ? [] : NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
}
