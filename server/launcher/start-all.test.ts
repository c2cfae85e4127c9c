import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { inferenceEnvironment } from './start-all.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('gives the inference endpoint an environment that it accepts, without what only the API server needs', () => {
  const ofApi = {
    ...{
      WORKERS: '2',
      REDIS_URL: 'redis://127.0.0.1:6379',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    },
    ...{ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
  };
  for (const [name, value] of Object.entries(ofApi)) vi.stubEnv(name, value);
  const database = { DATABASE_URL: 'mysql://ann:word@127.0.0.1/crm', SECRET_KEY: 'k'.repeat(32) };
  const environment = inferenceEnvironment(database);
  // With WORKERS and without REDIS_URL, it ended at each start, and was started again for ever.
  expect(readConfig(environment)).toMatchObject({ databaseUrl: database.DATABASE_URL, workers: 1 });
  expect(Object.keys(environment).filter((name) => name in ofApi)).toEqual([]);
});
