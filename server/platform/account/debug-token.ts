import { z } from 'zod';
import type { GraphHttp } from '../graph/graph-http.ts';

/** What the platform says of an access token. */
export interface TokenFacts {
  /** The app that it belongs to; null for one that the platform does not know. */
  appId: string | null;
  isValid: boolean;
  /** Null: it never ends. */
  expiresAt: Date | null;
  /** Null when the platform did not say. */
  scopes: readonly string[] | null;
  /** The business accounts that it was made for; null when the platform did not say. */
  accounts: readonly string[] | null;
  /** The platform's words about a bad one. */
  fault: string | null;
}

const AnswerSchema = z.looseObject({
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

/** What a token needs: to read numbers and accounts, and to send. */
export const NEEDED_SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'] as const;

/**
 * Asks what a token is good for; `asker` is the app's own token (`id|secret`), or the token itself.
 * @throws {GraphError} when the asker is refused or nothing is answered.
 */
export async function debugToken(http: GraphHttp, asker: string, accessToken: string): Promise<TokenFacts> {
  // The platform takes the token that it is asked about in the address only.
  const request = {
    token: asker,
    method: 'GET',
    path: 'debug_token',
    query: { input_token: accessToken },
  } as const;
  const { data } = await http.ask(request, AnswerSchema);
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

/** The permissions that a token lacks. */
export function missingScopes({ scopes }: TokenFacts): string[] {
  return scopes === null ? [] : NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
}
