/** argon2id at OWASP's minimum: 19 MiB, two passes. Only tests can lower it, in their own process. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
