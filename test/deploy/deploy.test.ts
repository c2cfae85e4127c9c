import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('keep servers running while others are replaced', () => {
    const [budget] = KUBERNETES.filter(({ kind }) => kind === 'PodDisruptionBudget');
    const [api] = workloads.filter(({ metadata }) => metadata.name === 'api');
    expect(budget.spec.minAvailable).toBeLessThan(api.spec.replicas);
    expect(budget.spec.selector).toEqual(api.spec.selector);
    expect(api.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
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
      ...yaml('docs/alerts.yml')[0].groups.flatMap(({ rules }: Json) => rules.map(({ expr }: Json) => expr)),
    ].flatMap((expression: string) => expression.match(/\b(switchboard|inference)_[a-z0-9_]+/g) ?? []);
    expect(used.length).toBeGreaterThan(20);
    const ofModel = new Set(
      [...read('server/inference/http/metrics.ts').matchAll(/'([a-z_]+)'/g)].map(([, name = '']) =>
        name.startsWith('inference_') ? name : `inference_${name}`,
      ),
    );
    const isKnown = (name: string) =>
      known.has(name) || known.has(name.replace(/_(bucket|count|sum)$/, '')) || ofModel.has(name);
    expect([...new Set(used)].filter((name) => !isKnown(name))).toEqual([]);
  });
});
