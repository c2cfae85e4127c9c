import { randomBytes } from 'node:crypto';
import { demoAccount, demoCustomers } from '../demo-account.ts';
import type { Account, Standing } from '../state/model.ts';
import type { Store } from '../state/store.ts';

/** The fields of an account that a test or a demo can choose. The others are generated. */
type AccountChoice = Partial<
  Pick<
    Account,
    | 'appId'
    | 'appSecret'
    | 'accessToken'
    | 'wabaId'
    | 'phoneNumberId'
    | 'displayPhoneNumber'
    | 'verifiedName'
    | 'subscribed'
    | 'registered'
  >
>;

const goodStanding: Standing = {
  verified: true,
  code: null,
  codeRequests: [],
  wrongPins: [],
  quality: 'GREEN',
  messagingLimit: 'TIER_2K',
  tokenExpiresAt: 0,
  tokenScopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
};

/** Returns the standing of a number. Accounts from older journals have a good standing. */
export function standingOf({ standing }: Account): Standing {
  return standing ?? goodStanding;
}

/** Changes the standing of a number, and returns the changed account. */
export function changeStanding(store: Store, account: Account, change: Partial<Standing>): Account {
  const standing = { ...standingOf(account), ...change };
  return store.account.put(account.phoneNumberId, { ...account, standing });
}

/** Adds a business with its own number. Ids have 15 digits, and the first digit shows their type. */
export function addAccount(store: Store, choice: AccountChoice = {}): Account {
  const tail = String(randomBytes(6).readUIntBE(0, 6)).padStart(14, '0').slice(-14);
  const account: Account = {
    appId: `3${tail}`,
    appSecret: randomBytes(16).toString('hex'),
    accessToken: `SANDBOX-${randomBytes(24).toString('base64url')}`,
    wabaId: `9${tail}`,
    phoneNumberId: `8${tail}`,
    displayPhoneNumber: `+1 555-${tail.slice(-7, -4)}-${tail.slice(-4)}`,
    verifiedName: 'Sandbox business',
    subscribed: true,
    registered: true,
    ...choice,
    pin: null,
    registrations: [],
    callbacks: { number: null, waba: null, app: null },
  };
  return store.account.put(account.phoneNumberId, account);
}

/** Fills a new sandbox: one business with known credentials and three people with phones. */
export function addDemo(store: Store): void {
  addAccount(store, demoAccount);
  for (const { waId, name } of demoCustomers) {
    store.customer.put(waId, { waId, name, phoneOff: false, userId: null, phoneHidden: false });
  }
}
