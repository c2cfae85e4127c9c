import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, it, onTestFinished } from 'vitest';

type Json = ReturnType<typeof JSON.parse>;
const read = (file: string) => readFileSync(file, 'utf8');

describe('the Dockerfile', () => {
  const problemsOf = (text: string) =>
    validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);

  it('is one that its linter accepts', () => {
    expect(problemsOf('FROM node\nHEALTHCHECK --intervall=3s CMD x')).toEqual([
      'line 2: Unknown flag: intervall',
    ]);
    expect(problemsOf(read('deploy/Dockerfile'))).toEqual([]);
  });
});

describe('the Compose files', () => {
  /** Rules about the order of keys and about taste; our image has the tag that the operator gives it. */
  const OFF = [
    ...['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'],
    ...['no-quotes-in-volumes', 'no-build-and-image', 'service-image-require-explicit-tag'],
    // A name would change the names of the volumes of those who run them.
    'require-project-name-field',
  ];
  const linter = new DCLinter({
    rules: Object.fromEntries(OFF.map((name) => [name, 0 as const])),
    ...{ quiet: true, debug: false, exclude: [] },
  });
  const problemsOf = (files: string[]) =>
    linter
      .lintFiles(files, false)
      .flatMap(({ filePath, messages }) =>
        messages.map(({ line, message }) => `${filePath}:${line} ${message}`),
      );

  it('follow the Compose specification and the rules of its linter', () => {
    const folder = join('test-results', `lint-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const wrong = join(folder, 'compose.yml');
    writeFileSync(wrong, 'services:\n  a:\n    image: b:1\n    helthcheck: {}\n');
    expect(problemsOf([wrong]).join()).toContain('additional properties');
    const files = readdirSync('deploy').filter((name) => name.startsWith('compose.'));
    expect(files.length).toBeGreaterThanOrEqual(3);
    expect(problemsOf(files.map((name) => `deploy/${name}`))).toEqual([]);
  });
});

describe('the Kubernetes manifests', () => {
  const MODELS: Readonly<Record<string, new (data: Json) => { validate(): void }>> = {
    'apps/v1 Deployment': Deployment,
    'apps/v1 StatefulSet': StatefulSet,
    'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
    'v1 Namespace': Namespace,
    'v1 Secret': Secret,
    'v1 Service': Service,
  };
  const folder = 'deploy/kubernetes';
  const parts: Json[] = readdirSync(folder)
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => read(join(folder, name)).split(/^---$/m))
    .map((text) => parseYaml(text));
  const kindOf = ({ apiVersion, kind }: Json) => `${apiVersion} ${kind}`;

  it('fit the schemas of the API', () => {
    expect(parts.length).toBeGreaterThanOrEqual(7);
    for (const part of parts) {
      const Model = MODELS[kindOf(part)];
      expect(Model, kindOf(part)).toBeDefined();
      if (Model) new Model(part).validate();
    }
    const [wrong] = parts.filter(({ kind }) => kind === 'Deployment').map((part) => structuredClone(part));
    wrong.spec.replicas = 'three';
    expect(() => new Deployment(wrong).validate()).toThrow('replicas');
  });

  it('have no field that the API does not know', () => {
    // The schemas allow further fields, as the API does, which ignores them. The types of the same package do not.
    const place = join('test-results', `manifests-${process.pid}`);
    mkdirSync(place, { recursive: true });
    onTestFinished(() => rmSync(place, { recursive: true }));
    const file = join(place, 'manifests.ts');
    const unknownIn = (manifests: Json[]) => {
      const sources = [...new Set(manifests.map(kindOf))].map((name) => {
        const [version, kind] = name.split(' ');
        return `import type { I${kind} } from 'kubernetes-models/${version}';`;
      });
      const constants = manifests.map(
        (part, at) => `export const part${at}: I${part.kind} = ${JSON.stringify(part)};`,
      );
      writeFileSync(file, [...sources, ...constants].join('\n'));
      const tsc = 'node_modules/typescript-native/bin/tsc';
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', file];
      return spawnSync(process.execPath, [tsc, '--ignoreConfig', ...options], { encoding: 'utf8' }).stdout;
    };
    const [wrong] = parts.filter(({ kind }) => kind === 'Deployment').map((part) => structuredClone(part));
    wrong.spec.template.spec.containers[0].redinessProbe = {};
    expect(unknownIn([wrong])).toContain('redinessProbe');
    expect(unknownIn(parts)).toBe('');
  }, 200_000);
});

describe('the systemd unit', () => {
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    return error ? null : { status, output: `${stdout}${stderr}` };
  };

  it('is one that systemd accepts, with few rights', ({ skip }) => {
    const verified = analyze('verify', '--man=no', 'deploy/switchboard.service');
    if (verified === null) return skip('systemd-analyze is not on this machine');
    expect(verified).toEqual({ status: 0, output: '' });
    // 10 is a service without any limit. What is left open, a program that compiles its code and serves a network needs.
    const secure = analyze('security', '--offline=true', '--threshold=35', 'deploy/switchboard.service');
    expect(secure?.status, secure?.output).toBe(0);
  });
});

describe('the options of the Galera nodes', () => {
  it('are options of MariaDB', () => {
    const file = join(process.cwd(), 'deploy/galera.cnf');
    const mariadbd = ['/usr/sbin/mariadbd', 'mariadbd'].find(
      (name) => spawnSync(name, ['--version']).status === 0,
    );
    if (!mariadbd) throw new Error('MariaDB is not on this machine');
    const help = (...args: string[]) =>
      execFileSync(mariadbd, [`--defaults-file=${file}`, ...args, '--verbose', '--help'], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(() => help('--wsrep-cluster-adress=x')).toThrow();
    expect(help()).toMatch(/^wsrep-sst-method +mariabackup$/m);
  });
});
