import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../server/config.ts';
import { OperatorError } from '../../server/db/local-mariadb/index.ts';
import { exitCodeOf } from '../../server/launcher/exit-code.ts';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

type Json = ReturnType<typeof JSON.parse>;

const read = (file: string) => readFileSync(file, 'utf8');
const yaml = (file: string): Json[] =>
  read(file)
    .split(/^---$/m)
    .map((part) => parseYaml(part));

const COMPOSE = ['deploy/compose.yml', 'deploy/compose.several-servers.yml'];
const KUBERNETES = ['namespace', 'secret.example', 'api', 'inference'].flatMap((name) =>
  yaml(`deploy/kubernetes/${name}.yaml`),
);
const workloads = KUBERNETES.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
/** Services of the compose files that run our image. */
const services = COMPOSE.flatMap((file) =>
  Object.entries<Json>(yaml(file)[0].services).flatMap(([name, service]) =>
    service.image === 'switchboard' ? [{ name: `${file} ${name}`, service }] : [],
  ),
);

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
      ...services.map(({ service }) => service.command),
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

describe('dashboard and alerts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('use only metrics that the server or the model endpoint has', async () => {
    const served = await (await fetch(`${server.url}/metrics`)).text();
    const known = new Set([...served.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    expect(known.size).toBeGreaterThan(20);
    const panels = JSON.parse(read('deploy/grafana.json')).panels;
    const used = [
      ...panels.flatMap(({ targets }: Json) => targets.map(({ expr }: Json) => expr)),
      ...RULES.map(({ expr }) => expr),
    ].flatMap((expression: string) => metricsIn(expression));
    expect(used.length).toBeGreaterThan(20);
    const namesIn = (file: string) => [...read(file).matchAll(/'([a-z_]+)'/g)].map(([, name = '']) => name);
    const ofModel = new Set([
      ...namesIn('server/inference/http/metrics.ts').map((name) =>
        name.startsWith('inference_') ? name : `inference_${name}`,
      ),
      ...namesIn('server/inference/backends/upstream/upstream-metrics.ts').map((name) =>
        name.startsWith('inference_') ? name : `inference_upstream_${name}`,
      ),
    ]);
    const isKnown = (name: string) =>
      known.has(name) || known.has(name.replace(/_(bucket|count|sum)$/, '')) || ofModel.has(name);
    expect([...new Set(used)].filter((name) => !isKnown(name))).toEqual([]);
  });
});
