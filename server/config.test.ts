import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faults(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

describe('the environment', () => {
  it('has every fault told in words, with the value that was given', () => {
    const told = faults({
      PORT: 'abc',
      SANDBOX_PORT: '70000',
      PUBLIC_URL: 'crm.example.com',
      GRAPH_VERSION: '21',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_KEY_PER_MINUTE: '1.5',
      TRUST_PROXY: '10.0.0.1, zzz',
      WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8, 10.0.0.1',
    });
    expect(told).toEqual([
      '  PORT: must be a whole number from 1 to 65535, not "abc"',
      '  SANDBOX_PORT: must be a whole number from 1 to 65535, not "70000"',
      '  PUBLIC_URL: must be an http or https address, as in https://crm.example.com, not "crm.example.com"',
      '  GRAPH_VERSION: must look like v21.0, not "21"',
      '  RATE_LIMIT_KEY_PER_MINUTE: must be a whole number from 1 to 1000000000, not "1.5"',
      '  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
      expect.stringMatching(/^ {2}TRUST_PROXY: must be addresses of proxies, .*, not "zzz"$/),
      expect.stringMatching(/^ {2}WEBHOOK_ALLOW_CIDRS: must be ranges of addresses, .*, not "10.0.0.1"$/),
    ]);
  });

  it('never has a secret repeated', () => {
    const told = faults({
      SECRET_KEY: 'hush-hush',
      METRICS_TOKEN: 'psst',
      DATABASE_URL: 'postgres://a:hush@x/y',
      REDIS_URL: 'http://:hush@x',
      SECRET_KEY_PREVIOUS: 'hush,hush-hush',
    });
    expect(told).toHaveLength(6);
    expect(told.join('\n')).not.toMatch(/hush|psst/);
  });

  it('names proxies by address, by range or by group', () => {
    expect(readConfig({ TRUST_PROXY: ' loopback, 10.0.0.0/8,::1 ,fd00::/8,' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ]);
    for (const bad of ['10.0.0.0/33', '::1/129', '10.0.0', '1.2.3.4/x', '10.0.0.1 10.0.0.2']) {
      expect(faults({ TRUST_PROXY: bad }), bad).toHaveLength(1);
    }
  });

  it('takes a bucket as a whole or not at all', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(faults({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([
      '  S3_ACCESS_KEY_ID: must be set too: files go to S3 as a whole',
      '  S3_SECRET_ACCESS_KEY: must be set too: files go to S3 as a whole',
    ]);
    const whole = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hush' };
    expect(readConfig({ ...whole, S3_FORCE_PATH_STYLE: '1' }).s3).toMatchObject({
      bucket: 'files',
      region: 'us-east-1',
      endpoint: null,
      forcePathStyle: true,
    });
  });

  it('takes host names without scheme and port', () => {
    expect(readConfig({ ALLOWED_HOSTS: 'CRM.lan, crm.example.com,10.0.0.7' }).allowedHosts).toEqual([
      'crm.lan',
      'crm.example.com',
      '10.0.0.7',
    ]);
    expect(faults({ ALLOWED_HOSTS: 'https://crm.lan, crm.lan:4000' })).toEqual([
      expect.stringContaining('not "https://crm.lan"'),
      expect.stringContaining('not "crm.lan:4000"'),
    ]);
  });

  it('reads ports as numbers, and an empty variable as none', () => {
    expect(readConfig({ PORT: '8080', HOST: '', LOG_LEVEL: '' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      logLevel: 'info',
      trustProxy: [],
    });
  });
});
