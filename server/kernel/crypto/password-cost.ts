/** argon2id at OWASP's minimum: 19 MiB, two passes. Tests lower it in their own process; nothing else can. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
