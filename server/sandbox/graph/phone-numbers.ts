import type { Router } from 'express';
import { addAccount, changeStanding, standingOf } from '../conversation/accounts.ts';
import type { Platform } from '../platform.ts';
import type { Account } from '../state/model.ts';
import { accessOf, businessAccountIn, numberIn, portfolioIdOf } from './access.ts';
import { bodyOf, textIn } from './body.ts';
import { missingField, pageOf, pickFields } from './fields.ts';
import { GraphApiError, notVisible } from './graph-api-error.ts';

const defaults = [
  'id',
  'display_phone_number',
  'verified_name',
  'quality_rating',
  'code_verification_status',
  'platform_type',
  'throughput',
];

/** Mounts reading numbers and business accounts, which tenants' settings are checked against. */
export function mountPhoneNumbers(router: Router, platform: Platform): void {
  router.get('/:id/phone_numbers', (request, response) => {
    const access = accessOf(platform, request);
    const { id } = request.params;
    // A common mistake: the id of the portfolio instead of the business account.
    if (access.accounts.some((account) => portfolioIdOf(account) === id)) {
      throw missingField('phone_numbers', 'Business');
    }
    if (access.accounts.some((account) => account.phoneNumberId === id)) {
      throw missingField('phone_numbers', 'WhatsAppBusinessPhoneNumber');
    }
    const accounts = businessAccountIn(access, id, 'get');
    const nodes = accounts.map((account) =>
      pickFields(request, 'WhatsAppBusinessPhoneNumber', phoneNumberNode(account), defaults),
    );
    response.json(pageOf(request, nodes));
  });

  // A new number shares the app and the token of its account. It has to be verified and registered.
  router.post('/:id/phone_numbers', async (request, response) => {
    const [account] = businessAccountIn(accessOf(platform, request), request.params.id, 'post');
    if (!account) throw notVisible(request.params.id, 'post');
    const body = bodyOf(request);
    const [countryCode, national] = [textIn(body, 'cc'), textIn(body, 'phone_number')];
    const verifiedName = textIn(body, 'verified_name');
    if (!/^\d{1,3}$/.test(countryCode) || !/^\d{4,14}$/.test(national))
      throw new GraphApiError(100, { message: '(#100) Param phone_number must be a valid phone number.' });
    const displayPhoneNumber = `+${countryCode} ${national}`;
    const digits = (text: string) => text.replace(/\D/g, '');
    if (
      [...platform.store.account.values()].some(
        (one) => digits(one.displayPhoneNumber) === digits(displayPhoneNumber),
      )
    )
      throw new GraphApiError(100, {
        message: '(#100) Invalid parameter',
        userMessage: 'This phone number is already registered to another account.',
        subcode: 2388012,
      });
    const { appId, appSecret, accessToken, wabaId, subscribed, callbacks } = account;
    const added = addAccount(platform.store, {
      ...{ appId, appSecret, accessToken, wabaId, subscribed },
      ...{ displayPhoneNumber, verifiedName, registered: false },
    });
    platform.store.account.put(added.phoneNumberId, {
      ...added,
      callbacks: { ...callbacks, number: null },
    });
    changeStanding(platform.store, platform.store.account.get(added.phoneNumberId) ?? added, {
      verified: false,
    });
    await platform.store.saved();
    platform.hub.emit({ type: 'reload' });
    response.json({ id: added.phoneNumberId });
  });

  router.get('/:id', (request, response) => {
    const access = accessOf(platform, request);
    const { id } = request.params;
    const account = access.accounts.find((candidate) => candidate.wabaId === id);
    if (account) {
      const node = businessAccountNode(account);
      response.json(
        pickFields(request, 'WhatsAppBusinessAccount', node, [
          'id',
          'name',
          'timezone_id',
          'message_template_namespace',
        ]),
      );
      return;
    }
    const app = access.accounts.find((candidate) => candidate.appId === id);
    if (app) {
      response.json(pickFields(request, 'Application', { id, name: app.verifiedName }, ['id', 'name']));
      return;
    }
    const portfolio = access.accounts.find((candidate) => portfolioIdOf(candidate) === id);
    if (portfolio) {
      response.json(pickFields(request, 'Business', { id, name: portfolio.verifiedName }, ['id', 'name']));
      return;
    }
    if (!/^\d+$/.test(id)) throw notVisible(id, 'get');
    const node = phoneNumberNode(numberIn(access, id, 'get'));
    response.json(pickFields(request, 'WhatsAppBusinessPhoneNumber', node, defaults.slice(0, 5)));
  });
}

function phoneNumberNode(account: Account): Record<string, unknown> {
  const callback = account.callbacks;
  const { verified, quality, messagingLimit } = standingOf(account);
  return {
    id: account.phoneNumberId,
    display_phone_number: account.displayPhoneNumber,
    verified_name: account.verifiedName,
    quality_rating: quality,
    code_verification_status: verified ? 'VERIFIED' : 'NOT_VERIFIED',
    name_status: 'APPROVED',
    status: account.registered ? 'CONNECTED' : 'PENDING',
    is_pin_enabled: account.pin !== null,
    account_mode: 'LIVE',
    platform_type: account.registered ? 'CLOUD_API' : 'NOT_APPLICABLE',
    throughput: { level: 'STANDARD' },
    messaging_limit_tier: messagingLimit,
    whatsapp_business_manager_messaging_limit: messagingLimit,
    is_official_business_account: false,
    webhook_configuration: {
      ...(callback.number && { phone_number: callback.number.url }),
      ...(callback.waba && { whatsapp_business_account: callback.waba.url }),
      ...(callback.app && { application: callback.app.url }),
    },
  };
}

function businessAccountNode(account: Account): Record<string, unknown> {
  return {
    id: account.wabaId,
    name: account.verifiedName,
    currency: 'USD',
    timezone_id: '1',
    message_template_namespace: `sandbox_${account.wabaId}`,
    account_review_status: 'APPROVED',
    business_verification_status: 'verified',
    country: 'US',
    ownership_type: 'SELF',
    owner_business_info: { id: portfolioIdOf(account), name: account.verifiedName },
  };
}
