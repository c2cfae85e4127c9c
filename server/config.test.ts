import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function errorsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}

describe('the environment', () => {
  it('reports every error in words, with the invalid value', () => {
    const errors = errorsOf({
      PORT: 'abc',
      SANDBOX_PORT: '70000',
      PUBLIC_URL: 'crm.example.com',
      GRAPH_VERSION: '21',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_KEY_PER_MINUTE: '1.5',
      TRUST_PROXY: '10.0.0.1, zzz',
      WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8, 10.0.0.1',
    });
    expect(errors).toEqual([
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

  it('never repeats a secret', () => {
    const errors = errorsOf({
      SECRET_KEY: 'hush-hush',
      METRICS_TOKEN: 'psst',
      DATABASE_URL: 'postgres://a:hush@x/y',
      REDIS_URL: 'http://:hush@x',
      SECRET_KEY_PREVIOUS: 'hush,hush-hush',
    });
    expect(errors).toHaveLength(6);
    expect(errors.join('\n')).not.toMatch(/hush|psst/);
  });

  it('reads the headers and the share of traces as OpenTelemetry writes them', () => {
    const of = (env: Record<string, string>) =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp/', ...env }).tracing;
    expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }).tracing).toBeNull();
    expect(of({})).toEqual({
      ...{ endpoint: 'https://collector.example.com/otlp', headers: {} },
      ...{ serviceName: 'switchboard', ratio: 1 },
    });
    const headers = 'Authorization=Basic%20a2V5=, x-scope-orgid=7';
    expect(of({ OTEL_EXPORTER_OTLP_HEADERS: headers })?.headers).toEqual({
      Authorization: 'Basic a2V5=',
      'x-scope-orgid': '7',
    });
    expect(['0', '.05', '0.25', '1.0'].map((share) => of({ OTEL_TRACES_SAMPLER_ARG: share })?.ratio)).toEqual(
      [0, 0.05, 0.25, 1],
    );
    expect(errorsOf({ OTEL_TRACES_SAMPLER_ARG: '5%' })).toEqual([
      '  OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1, as in 0.1, not "5%"',
    ]);
    for (const wrong of ['hush', 'a=hush,', 'a=%zzhush', 'a=hush%0a'])
      expect(errorsOf({ OTEL_EXPORTER_OTLP_HEADERS: wrong })).toEqual([
        '  OTEL_EXPORTER_OTLP_HEADERS: must look like name=value, with commas between several and %20 for a space',
      ]);
  });

  it('reads a list of engines, with one key for all or one for each', () => {
    const list = 'http://10.1.0.5:8000/v1, https://gpu.example.com/v1/,';
    const of = (key?: string) =>
      readConfig({ INFERENCE_UPSTREAM: list, ...(key ? { INFERENCE_UPSTREAM_KEY: key } : {}) })
        .inferenceUpstreams;
    const [first, second] = ['http://10.1.0.5:8000/v1', 'https://gpu.example.com/v1'];
    expect(of()).toEqual([{ url: first }, { url: second }]);
    expect(of('k').map(({ key }) => key)).toEqual(['k', 'k']);
    expect(of('k, l').map(({ key }) => key)).toEqual(['k', 'l']);
    const alone = readConfig({
      INFERENCE_UPSTREAM: 'http://10.1.0.5:8000/v1',
      INFERENCE_UPSTREAM_KEY: 'k,l',
    });
    expect(alone.inferenceUpstreams[0]?.key).toBe('k,l');
    expect(readConfig({}).inferenceUpstreams).toEqual([]);
  });

  it('says which engine of a list is not usable, and never its key', () => {
    expect(errorsOf({ INFERENCE_UPSTREAM: 'http://a:1/v1, b:8000, http://a:1/v1' })).toEqual([
      expect.stringMatching(/^ {2}INFERENCE_UPSTREAM: must be http or https addresses, .*, not "b:8000"$/),
      '  INFERENCE_UPSTREAM: must name each address once, not "http://a:1/v1" twice',
    ]);
    const many = Array.from({ length: 17 }, (_, at) => `http://a:${at + 1}/v1`).join(',');
    expect(errorsOf({ INFERENCE_UPSTREAM: many })).toEqual([
      '  INFERENCE_UPSTREAM: must be at most 16 addresses, not 17',
    ]);
    expect(
      errorsOf({
        INFERENCE_UPSTREAM: 'http://a:1/v1,http://b:1/v1,http://c:1/v1',
        INFERENCE_UPSTREAM_KEY: 'hush,psst',
      }),
    ).toEqual([
      '  INFERENCE_UPSTREAM_KEY: must be one key for all addresses of INFERENCE_UPSTREAM, or one for each, separated by commas: 3 addresses, 2 keys',
    ]);
  });

  it('accepts proxies by address, range or group', () => {
    expect(readConfig({ TRUST_PROXY: ' loopback, 10.0.0.0/8,::1 ,fd00::/8,' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
      'fd00::/8',
    ]);
    for (const bad of ['10.0.0.0/33', '::1/129', '10.0.0', '1.2.3.4/x', '10.0.0.1 10.0.0.2']) {
      expect(errorsOf({ TRUST_PROXY: bad }), bad).toHaveLength(1);
    }
  });

  it('requires either all settings of a bucket or none', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(errorsOf({ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9000' })).toEqual([
      '  S3_ACCESS_KEY_ID: is required when any S3 setting is set',
      '  S3_SECRET_ACCESS_KEY: is required when any S3 setting is set',
    ]);
    const whole = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hush' };
    expect(readConfig({ ...whole, S3_FORCE_PATH_STYLE: '1' }).s3).toMatchObject({
      bucket: 'files',
      region: 'us-east-1',
      endpoint: null,
      forcePathStyle: true,
    });
  });

  it('accepts host names without scheme and port only', () => {
    expect(readConfig({ ALLOWED_HOSTS: 'CRM.lan, crm.example.com,10.0.0.7' }).allowedHosts).toEqual([
      'crm.lan',
      'crm.example.com',
      '10.0.0.7',
    ]);
    expect(errorsOf({ ALLOWED_HOSTS: 'https://crm.lan, crm.lan:4000' })).toEqual([
      expect.stringContaining('not "https://crm.lan"'),
      expect.stringContaining('not "crm.lan:4000"'),
    ]);
  });

  it('reads ports as numbers and ignores empty variables', () => {
    expect(readConfig({ PORT: '8080', HOST: '', LOG_LEVEL: '' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      logLevel: 'info',
      trustProxy: [],
    });
  });
});

const closedPorts = (env: Record<string, string>) => readConfig(env).webhookTargets.closedPorts;

describe('the machine of the server as a target of webhooks', () => {
  it('is allowed while no other machine can reach the server, except for the ports of the product', () => {
    const env = {
      ...{ PORT: '4100', DATABASE_URL: 'mysql://u:p@127.0.0.1:3399/x', REDIS_URL: 'redis://localhost' },
      ...{ INFERENCE_UPSTREAM: 'http://127.0.0.1:8080/v1', GRAPH_URL: 'http://[::1]:4502' },
      ...{ SMTP_URL: 'smtp://mail.example.com:2525', MAIL_FROM: 'a@example.com' },
    };
    expect(closedPorts(env)?.toSorted((one, other) => one - other)).toEqual([
      ...[3399, 4001, 4002, 4100, 4502, 6379, 8080],
    ]);
    expect(closedPorts({ HOST: '::1' })).toEqual([4000, 4001, 4002]);
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '192.168.1.2'],
    ['PUBLIC_URL', 'https://crm.example.com'],
    ['ALLOWED_HOSTS', 'crm.lan'],
    ['TRUST_PROXY', 'loopback'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8'],
  ])('is refused with %s=%s', (name, value) => {
    expect(closedPorts({ [name]: value })).toBeNull();
  });
});
