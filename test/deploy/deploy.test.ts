import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeOptions } from '../../scripts/galera/node-options.mjs';
import { ConfigError } from '../../server/config.ts';
import { OperatorError } from '../../server/db/local-mariadb/index.ts';
import { exitCodeOf } from '../../server/launcher/exit-code.ts';
import { type ScriptedEngine, startScriptedEngine } from '../helpers/scripted-engine.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';
import { startInference, type TestInference } from '../inference/inference-rig.ts';

type Json = ReturnType<typeof JSON.parse>;

const read = (file: string) => readFileSync(file, 'utf8');
const yaml = (file: string): Json[] =>
  read(file)
    .split(/^---$/m)
    .map((part) => parseYaml(part));

const COMPOSE = ['deploy/compose.yml', 'deploy/compose.several-servers.yml', 'deploy/compose.galera.yml'];
const KUBERNETES = ['namespace', 'secret.example', 'api', 'inference'].flatMap((name) =>
  yaml(`deploy/kubernetes/${name}.yaml`),
);
const workloads = KUBERNETES.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
const servicesOf = (file: string) =>
  Object.entries<Json>(yaml(file)[0].services).map(([name, service]) => ({
    name: `${file} ${name}`,
    service,
  }));
const everyService = COMPOSE.flatMap(servicesOf);
/** Services of the compose files that run our image. */
const services = everyService.filter(({ service }) => service.image === 'switchboard');

describe('the files to run the server with', () => {
  it('set only variables that the server reads', () => {
    const known = new Set(
      [...read('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name),
    );
    const set = [
      ...services.flatMap(({ service }) => Object.keys(service.environment ?? {})),
      ...KUBERNETES.flatMap(({ stringData }) => Object.keys(stringData ?? {})),
      ...workloads.flatMap((one) =>
        one.spec.template.spec.containers.flatMap(({ env = [] }: Json) => env.map(({ name }: Json) => name)),
      ),
      ...[...read('deploy/Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
        line.split(' ').map((pair) => pair.split('=')[0]),
      ),
    ];
    expect(set.length).toBeGreaterThan(10);
    // Read by the health check of the image.
    expect(set.filter((name) => name !== 'HEALTH_PORT' && !known.has(name))).toEqual([]);
  });

  it('start what the build makes', () => {
    const commands = [
      ...services.map(({ service }) => service.command).filter((command) => command?.[0] === 'node'),
      ...workloads.flatMap((one) => one.spec.template.spec.containers.map(({ command }: Json) => command)),
      ...[...read('deploy/Dockerfile').matchAll(/CMD (\[.*\])$/gm)].map(([, list = '']) => JSON.parse(list)),
      read('deploy/switchboard.service')
        .match(/^ExecStart=(.*)$/m)?.[1]
        ?.split(' '),
    ].filter((command) => command !== undefined);
    expect(commands.length).toBeGreaterThanOrEqual(7);
    expect(commands.map((command) => command.at(-1)).filter((file: string) => !existsSync(file))).toEqual([]);
    const copied = [...read('deploy/Dockerfile').matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(
      ([, list = '']) => list.split(' ').map((path) => path.replace('/app/', '')),
    );
    expect(copied.filter((path) => !existsSync(join('.', path)))).toEqual([]);
  });

  it('run without rights that the server does not need, and with time to stop', () => {
    expect(services.length).toBeGreaterThanOrEqual(3);
    for (const { name, service } of services) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '45s' });
    }
    for (const { metadata, spec } of workloads) {
      const pod = spec.template.spec;
      expect(pod, metadata.name).toMatchObject({ terminationGracePeriodSeconds: 45 });
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      for (const { securityContext, livenessProbe, readinessProbe } of pod.containers) {
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        });
        expect([livenessProbe, readinessProbe].every(Boolean)).toBe(true);
      }
    }
    expect(read('deploy/Dockerfile')).toMatch(/^USER node$/m);
  });

  it('have no password of their own, and run what is not ours without root', () => {
    for (const file of COMPOSE) {
      const names = [...read(file).matchAll(/\$\{([A-Z_]+)([^}]*)\}/g)];
      for (const [, name = '', rest] of names)
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(rest, `${file} ${name}`).toBe(':?');
    }
    const others = everyService.filter(({ service }) => service.image && service.image !== 'switchboard');
    expect(others.length).toBeGreaterThanOrEqual(6);
    for (const { name, service } of others) {
      expect(service, name).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        healthcheck: { test: expect.any(Array) },
        logging: { driver: 'json-file' },
      });
      expect(service.user, name).toMatch(/^(?!root|0)\w+/);
    }
  });

  it('wait only for services that there are', () => {
    const [, several = '', galera = ''] = COMPOSE;
    const names = [several, galera].flatMap((file) => Object.keys(yaml(file)[0].services));
    const wanted = everyService.flatMap(({ service }) => {
      const needed = service.depends_on ?? [];
      return Array.isArray(needed) ? needed : Object.keys(needed);
    });
    expect(wanted.length).toBeGreaterThan(10);
    expect(wanted.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('give the nodes of Galera the settings of those that the tests run', () => {
    const settings = new Map(
      [...read('deploy/galera.cnf').matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    const tested = nodeOptions({
      ...{ name: 'a', folder: '/a', addresses: [], provider: 'b', isDurable: true },
      ports: { clients: 1, group: 2, increments: 3, state: 4 },
    });
    for (const name of [
      'innodb_flush_log_at_trx_commit',
      'innodb_autoinc_lock_mode',
      'binlog_format',
      'wsrep_on',
    ])
      expect(tested).toContain(`--${name.replaceAll('_', '-')}=${settings.get(name)}`);
    expect(tested).toContain('--skip-log-bin');
    expect(read('deploy/galera.cnf')).toMatch(/^skip_log_bin$/m);
    const nodes = servicesOf('deploy/compose.galera.yml').filter(({ name }) => / database\d?$/.test(name));
    expect(settings.get('wsrep_cluster_address')).toBe(
      `gcomm://${nodes.map(({ name }) => name.split(' ')[1]).join(',')}`,
    );
  });

  it('let the user of the image write to the data folder', () => {
    for (const { name, service } of services) {
      const inMemory = (service.tmpfs ?? []).filter((mount: string) => mount.startsWith('/data'));
      const isStored = (service.volumes ?? []).some((volume: string) => volume.endsWith(':/data'));
      // The user `node` of Node's image. A volume takes the owner from the image, memory does not.
      for (const mount of inMemory) expect(mount, name).toContain('uid=1000,gid=1000');
      expect(inMemory.length > 0 || isStored, name).toBe(true);
    }
    for (const { metadata, spec } of workloads)
      expect(spec.template.spec.securityContext, metadata.name).toMatchObject({
        runAsUser: 1000,
        fsGroup: 1000,
      });
  });

  it('start the service again until its database is there, but not when another start cannot help', () => {
    const unit = read('deploy/switchboard.service');
    // By default, systemd leaves a service off after five starts in ten seconds.
    expect(unit).toMatch(/^\[Unit\][^[]*^StartLimitIntervalSec=0$/m);
    expect(unit).toMatch(/^RestartSec=5$/m);
    const lasting = Number(unit.match(/^RestartPreventExitStatus=(\d+)$/m)?.[1]);
    expect(exitCodeOf(new ConfigError('PORT: must be a number'))).toBe(lasting);
    expect(exitCodeOf(new OperatorError('server_cannot_start', 'newer'))).toBe(lasting);
    expect(exitCodeOf(new OperatorError('database_unreachable', 'away'))).toBe(1);
  });

  it('let the engine of the model use a GPU, and no other device', () => {
    const unit = read('deploy/switchboard.service');
    // `PrivateDevices` hides GPUs too: the engine would use the processors alone, without a word in the log.
    expect(unit).not.toMatch(/^PrivateDevices=/m);
    expect(unit).toMatch(/^DevicePolicy=closed$/m);
    for (const group of ['nvidia*', 'drm']) expect(unit).toContain(`\nDeviceAllow=char-${group} rw\n`);
  });

  it('keep servers running while others are replaced', () => {
    const [budget] = KUBERNETES.filter(({ kind }) => kind === 'PodDisruptionBudget');
    const [api] = workloads.filter(({ metadata }) => metadata.name === 'api');
    expect(budget.spec.minAvailable).toBeLessThan(api.spec.replicas);
    expect(budget.spec.selector).toEqual(api.spec.selector);
    expect(api.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
  });
});

const RULES: { alert: string; expr: string }[] = yaml('docs/alerts.yml')[0].groups.flatMap(
  ({ rules }: Json) => rules,
);
const metricsIn = (text: string): string[] => text.match(/\b(switchboard|inference)_[a-z0-9_]+/g) ?? [];

describe('what operators read', () => {
  const page = read('docs/operators.md');

  it('has a rule for each metric that it says to alert on, and says so of each metric with a rule', () => {
    const rows = [...page.matchAll(/^\| (`(?:switchboard|inference)_.*?) \| (.*?) \|/gm)].map(
      ([, what = '', when = '']) => ({ metrics: metricsIn(what), when }),
    );
    const wanted = rows.flatMap(({ metrics, when }) => (when === 'only for diagnosis' ? [] : metrics));
    const watched = RULES.flatMap(({ expr }) => metricsIn(expr)).map((name) => name.replace(/_bucket$/, ''));
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((name) => !watched.includes(name))).toEqual([]);
    const named = metricsIn(page);
    expect(watched.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('has a command for each alert, and no alert that is not there', () => {
    const [, section = ''] = page.split('### What to do about an alert');
    const rows = [
      ...(section.split('\n### ')[0] ?? '').matchAll(/^\| (`Switchboard.*?) \| `.+` .*\|.+\|$/gm),
    ];
    const named = rows.flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    expect(named.toSorted()).toEqual(RULES.map(({ alert }) => alert).toSorted());
  });
});

/** Returns the metrics that `/metrics` has, with the series of a histogram. */
async function metricsAt(root: string): Promise<string[]> {
  const text = await (await fetch(`${root}/metrics`)).text();
  return [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
  );
}

describe('dashboard and alerts', () => {
  let server: TestServer;
  let engine: ScriptedEngine;
  let inference: TestInference;
  beforeAll(async () => {
    server = await startTestServer();
    engine = await startScriptedEngine();
    inference = await startInference({ apiServer: server, env: { INFERENCE_UPSTREAM: engine.url } });
  });
  afterAll(async () => {
    await inference.stop();
    await engine.stop();
    await server.stop();
  });

  const panels: Json[] = JSON.parse(read('deploy/grafana.json')).panels;
  const shown = metricsIn(panels.flatMap(({ targets = [] }) => targets.map(({ expr }: Json) => expr)).join());
  const watched = RULES.flatMap(({ expr }) => metricsIn(expr));

  it('use only metrics that a running server or model endpoint has', async () => {
    const known = (await Promise.all([server.url, inference.root].map(metricsAt))).flat();
    expect(known.length).toBeGreaterThan(60);
    expect(shown.length).toBeGreaterThan(35);
    expect([...shown, ...watched].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('show each metric of an alert', () => {
    expect(watched.filter((name) => !shown.includes(name))).toEqual([]);
    const described = panels.map(({ description = '' }) => description).join();
    expect(RULES.map(({ alert }) => alert).filter((alert) => !described.includes(alert))).toEqual([]);
  });

  it('have panels side by side, each with a number and a title of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title, type }) => `${type} ${title}`)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});
