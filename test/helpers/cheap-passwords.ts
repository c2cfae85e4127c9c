import { passphraseCost, passwordCost } from '../../server/kernel/crypto/password-cost.ts';

/** Importing this file makes password hashing a hundred times cheaper: tests create hundreds of people. */
Object.assign(passwordCost, { memoryCost: 1_024, timeCost: 1 });
Object.assign(passphraseCost, { n: 16_384 });
