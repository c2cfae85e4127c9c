/** argon2id at OWASP's minimum: 19 MiB, two passes. Only tests can lower it, in their own process. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** scrypt at OWASP's minimum, 128 MiB: the `N` for the passphrases of new backups. Only tests can lower it. */
export const passphraseCost: { n: 16_384 | 131_072 } = { n: 131_072 };
