import { passwordCost } from '../../server/kernel/crypto/password-cost.ts';

/** Whoever imports this file hashes passwords in a hundredth of the time: tests make hundreds of people. */
Object.assign(passwordCost, { memoryCost: 1_024, timeCost: 1 });
