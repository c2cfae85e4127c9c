import type { Router } from 'express';
import { standingOf } from '../conversation/accounts.ts';
import type { Platform } from '../platform.ts';
import { accessOf, accountsOfToken } from './access.ts';
import { textIn } from './body.ts';

/** Mounts the endpoint that describes a token. It describes invalid tokens too, instead of failing. */
export function mountDebugToken(router: Router, platform: Platform): void {
  router.get('/debug_token', (request, response) => {
    accessOf(platform, request);
    const token = textIn({ ...request.query }, 'input_token');
    const accounts = accountsOfToken(platform, token).filter((account) => account.accessToken === token);
    const [first] = accounts;
    if (!first) {
      const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' };
      response.json({ data: { error, is_valid: false, scopes: [] } });
      return;
    }
    const { tokenExpiresAt, tokenScopes: scopes } = standingOf(first);
    const isOver =
      platform.knobs.of(first.phoneNumberId).tokenExpired ||
      (tokenExpiresAt !== 0 && platform.clock.now() >= tokenExpiresAt * 1_000);
    const wabaIds = [...new Set(accounts.map((account) => account.wabaId))];
    response.json({
      data: {
        app_id: first.appId,
        type: 'SYSTEM_USER',
        application: first.verifiedName,
        ...(isOver && { error: { code: 190, message: 'Session has expired', subcode: 463 } }),
        is_valid: !isOver,
        issued_at: Math.floor(platform.clock.now() / 1000) - 3_600,
        expires_at: tokenExpiresAt,
        data_access_expires_at: 0,
        user_id: `4${first.appId.slice(1)}`,
        scopes,
        granular_scopes: scopes.map((scope) => ({ scope, target_ids: wabaIds })),
      },
    });
  });
}
