// Exits with 0 when the server in this container answers without an error of its own, for HEALTHCHECK.
const port = process.env.HEALTH_PORT || process.env.PORT || 4000;
const signal = AbortSignal.timeout(4_000);
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal }).catch(() => null);
process.exit(answer !== null && answer.status < 500 ? 0 : 1);
