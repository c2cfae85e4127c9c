/**
 * The account that exists from the first start. These are not secrets: they only give access to a sandbox,
 * and are fixed so that demos, READMEs and end-to-end tests can use them.
 */
export const demoAccount = Object.freeze({
  appId: '300000000000001',
  appSecret: '5a17d0c0ffee4b1e9d3c2b1a09f8e7d6',
  accessToken: 'SANDBOX-demo-token',
  wabaId: '900000000000001',
  phoneNumberId: '800000000000001',
  displayPhoneNumber: '+1 555-010-9000',
  verifiedName: 'Depot & Daughters',
});

/** The people whose phones are on the phone page of a new sandbox. */
export const demoCustomers = Object.freeze([
  { waId: '15550100123', name: 'Maya Lindqvist' },
  { waId: '447700900141', name: 'Tomás Okafor' },
  { waId: '15550100177', name: 'Ren Castellanos' },
]);
