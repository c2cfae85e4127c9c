import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCgroup } from './cgroup.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'switchboard-cgroup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
}

const NOTHING = { cpuQuota: null, cpuUsedMs: null, memoryLimitBytes: null, memoryUsedBytes: null };

it('returns null values without control groups, as on Windows and macOS', () => {
  expect(readCgroup(root)).toEqual(NOTHING);
});

it('version 2: uses the smallest limit on the path to the root', () => {
  write({
    'proc/self/cgroup': '0::/pod/worker',
    'sys/fs/cgroup/pod/worker/cpu.max': 'max 100000',
    'sys/fs/cgroup/pod/cpu.max': '150000 100000',
    'sys/fs/cgroup/pod/cpu.stat': 'usage_usec 9000000\nuser_usec 1',
    'sys/fs/cgroup/pod/worker/memory.max': '4294967296',
    'sys/fs/cgroup/pod/worker/memory.current': '2000000000',
    'sys/fs/cgroup/pod/worker/memory.stat': 'anon 1\ninactive_file 500000000',
    'sys/fs/cgroup/pod/memory.max': '8589934592',
  });
  expect(readCgroup(root)).toEqual({
    cpuQuota: 1.5,
    cpuUsedMs: 9_000,
    memoryLimitBytes: 4_294_967_296,
    memoryUsedBytes: 1_500_000_000,
  });
});

it("version 2 in a container: reads the root if the path is the host's and only the root is mounted", () => {
  write({
    'proc/self/cgroup': '0::/kubepods/burstable/pod1/abc',
    'sys/fs/cgroup/cpu.max': '200000 100000',
    'sys/fs/cgroup/memory.max': '1073741824',
  });
  expect(readCgroup(root)).toEqual({ ...NOTHING, cpuQuota: 2, memoryLimitBytes: 1_073_741_824 });
});

it('version 1: reads each controller from its own folder and group', () => {
  write({
    'proc/self/cgroup': '4:memory:/docker/m\n3:cpu,cpuacct:/docker/c\n0::/',
    'sys/fs/cgroup/cpu,cpuacct/docker/c/cpu.cfs_quota_us': '50000',
    'sys/fs/cgroup/cpu,cpuacct/docker/c/cpu.cfs_period_us': '100000',
    'sys/fs/cgroup/cpu,cpuacct/docker/c/cpuacct.usage': '7000000000',
    'sys/fs/cgroup/memory/docker/m/memory.limit_in_bytes': '2147483648',
    'sys/fs/cgroup/memory/docker/m/memory.usage_in_bytes': '1000000000',
    'sys/fs/cgroup/memory/docker/m/memory.stat': 'total_inactive_file 400000000',
  });
  expect(readCgroup(root)).toEqual({
    cpuQuota: 0.5,
    cpuUsedMs: 7_000,
    memoryLimitBytes: 2_147_483_648,
    memoryUsedBytes: 600_000_000,
  });
});

it('version 1: recognizes the number that means "no limit"', () => {
  write({
    'proc/self/cgroup': '1:cpu:/\n2:memory:/',
    'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
    'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
    'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
  });
  expect(readCgroup(root)).toEqual(NOTHING);
});

it('ignores malformed files', () => {
  write({
    'proc/self/cgroup': 'what\n0::/x',
    'sys/fs/cgroup/x/cpu.max': '',
    'sys/fs/cgroup/x/memory.max': 'many',
  });
  expect(readCgroup(root)).toEqual(NOTHING);
});
