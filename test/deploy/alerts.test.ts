import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePromtool } from '../../scripts/setup/promtool.mjs';

/** Values of a metric, one a minute, in the notation of promtool. */
type Series = Readonly<Record<string, string>>;

interface AlertCase {
  /** The minute at which the rule is evaluated. */
  at: number;
  fires: Series;
  /** Values beside the limit: the alert stays quiet. */
  quiet: Series;
  value?: string;
}

/** A counter that has not changed, and one that has. */
const STEADY = '3x30';
const GROWN = '3x10 4x20';
/** An alert for the values of one metric, evaluated at a minute. */
const withValues = (at: number, name: string, fires: string, quiet: string): AlertCase => ({
  at,
  fires: { [name]: fires },
  quiet: { [name]: quiet },
});
/** An alert for each increase. */
const whenItGrows = (name: string, quiet: Series = { [name]: STEADY }): AlertCase => ({
  at: 12,
  fires: { [name]: GROWN },
  quiet,
});

const callbacks = (within: string): Series => ({
  'switchboard_callback_duration_seconds_bucket{le="0.25"}': within,
  'switchboard_callback_duration_seconds_bucket{le="1"}': '0+10x30',
  'switchboard_callback_duration_seconds_bucket{le="+Inf"}': '0+10x30',
});
const disk = (free: string, total: string): Series => ({
  switchboard_disk_free_bytes: free,
  switchboard_disk_total_bytes: total,
});

const CASES: Readonly<Record<string, AlertCase>> = {
  SwitchboardRequestsFail: withValues(25, 'switchboard_http_failures_total', '0+1x30', '0+0.4x30'),
  SwitchboardRestarts: withValues(
    15,
    'switchboard_process_start_time_seconds',
    '0x6 100x1 200x1 300x1 400x10',
    '0x6 100x1 200x1 300x12',
  ),
  SwitchboardLogLinesLost: whenItGrows('switchboard_log_lines_lost_total'),
  SwitchboardRedisFails: withValues(6, 'switchboard_redis_failing', '1x10', '1x3 0x1 1x10'),
  SwitchboardCallbacksSlow: { at: 25, fires: callbacks('0+1x30'), quiet: callbacks('0+10x30') },
  SwitchboardItemsParked: whenItGrows('switchboard_parked_items_total'),
  SwitchboardManyItemsParked: withValues(65, 'switchboard_parked_items', '1001x70', '1000x70'),
  SwitchboardBodiesRefused: whenItGrows('switchboard_bodies_refused_total'),
  SwitchboardOverload: withValues(
    17,
    'switchboard_overload_refused_total{kind="callback"}',
    '0+1x30',
    '0x10 1x20',
  ),
  SwitchboardDatabaseWait: withValues(6, 'switchboard_database_wait_seconds', '0.51x10', '0.5x10'),
  SwitchboardConnectionsRefused: whenItGrows('switchboard_connections_refused_total'),
  SwitchboardAutomationFails: whenItGrows('switchboard_automation_runs_total{result="failed"}', {
    'switchboard_automation_runs_total{result="done"}': GROWN,
  }),
  SwitchboardRetentionStopped: withValues(
    121,
    'switchboard_housekeeping_last_success_timestamp_seconds{step="events"}',
    '0x130',
    '60x130',
  ),
  SwitchboardWorkerStopped: withValues(
    21,
    'switchboard_rounds_last_success_timestamp_seconds{worker="reminders"}',
    '0x30',
    '0x15 900x15',
  ),
  SwitchboardClockStep: whenItGrows('switchboard_database_clock_steps_total'),
  SwitchboardWorkWaits: {
    at: 6,
    fires: { 'switchboard_queue_oldest_seconds{queue="outbound_sends"}': '301x10' },
    quiet: {
      'switchboard_queue_oldest_seconds{queue="outbound_sends"}': '300x10',
      'switchboard_queue_oldest_seconds{queue="jobs"}': '301x10',
    },
  },
  SwitchboardBackgroundWorkWaits: {
    at: 11,
    fires: { 'switchboard_queue_oldest_seconds{queue="jobs"}': '1801x20' },
    quiet: {
      'switchboard_queue_oldest_seconds{queue="jobs"}': '1800x20',
      'switchboard_queue_oldest_seconds{queue="events"}': '1801x20',
    },
  },
  SwitchboardPlatformAway: {
    at: 11,
    fires: { 'switchboard_failing{what="sends_down"}': '2x20' },
    quiet: { 'switchboard_failing{what="sends_throttled"}': '2x20' },
    value: '2',
  },
  SwitchboardFilesFail: {
    ...withValues(61, 'switchboard_failing{what="media_fetches"}', '7x70', '7x50 0x20'),
    value: '7',
  },
  SwitchboardJobsRetried: {
    ...withValues(121, 'switchboard_failing{what="jobs"}', '1x130', '1x50 0x1 1x80'),
    value: '1',
  },
  SwitchboardEventSetAside: whenItGrows('switchboard_events_set_aside_total{subscriber="webhooks"}'),
  SwitchboardJobsFailed: whenItGrows('switchboard_jobs_failed_total{kind="broadcast"}'),
  SwitchboardImagesFail: whenItGrows('switchboard_images_total{outcome="busy"}', {
    'switchboard_images_total{outcome="made"}': GROWN,
  }),
  SwitchboardDiskAlmostFull: { at: 6, fires: disk('9e9x10', '1e11x10'), quiet: disk('1e10x10', '1e11x10') },
  SwitchboardClocksDiffer: withValues(6, 'switchboard_clock_offset_seconds', '-0.6x10', '-0.5x10'),
  SwitchboardModelAway: withValues(11, 'inference_ready', '0x20', '0x5 1x15'),
  SwitchboardModelCrashes: whenItGrows('inference_engine_restarts'),
  SwitchboardModelHangs: whenItGrows('inference_engine_hangs'),
  SwitchboardEngineAway: {
    at: 6,
    fires: {
      'inference_upstream_ready{upstream="a:8000"}': '0x10',
      'inference_upstream_ready{upstream="b:8000"}': '1x10',
    },
    quiet: { 'inference_upstream_ready{upstream="a:8000"}': '1x10' },
  },
  SwitchboardEngineBreaksOff: whenItGrows(
    'inference_upstream_requests_total{upstream="a:8000",outcome="broken"}',
    { 'inference_upstream_requests_total{upstream="a:8000",outcome="refused"}': GROWN },
  ),
};

interface Rule {
  alert: string;
  labels: Record<string, string>;
  annotations: { summary: string };
}
const RULE_FILE = resolve('docs/alerts.yml');
const rules = (parseYaml(readFileSync(RULE_FILE, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

const folder = mkdtempSync(join(tmpdir(), 'switchboard-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let promtool = '';
let whyNot = '';
beforeAll(async () => {
  promtool = await ensurePromtool().catch((error: Error) => {
    whyNot = error.message;
    return '';
  });
}, 300_000);

/** Runs promtool. @returns null when it has nothing to say against it, otherwise its words. */
function problemsOf(...args: string[]): string | null {
  try {
    execFileSync(promtool, args, { encoding: 'utf8', stdio: 'pipe' });
    return null;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

const seriesOf = (series: Series) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

/** Returns the labels and the summary that the alert has. */
function expectedOf({ labels, annotations }: Rule, { fires, value = '' }: AlertCase) {
  const [first = ''] = Object.keys(fires);
  const ofSeries = Object.fromEntries(
    [...first.matchAll(/(\w+)="([^"]*)"/g)]
      .map(([, name = '', text = '']) => [name, text])
      // A quantile has none.
      .filter(([name]) => name !== 'le'),
  );
  const summary = annotations.summary
    .replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => ofSeries[name] ?? '')
    .replace('{{ $value }}', value);
  return { exp_labels: { ...labels, ...ofSeries }, exp_annotations: { summary } };
}

describe('the alert rules', () => {
  it('are rules that Prometheus accepts', ({ skip }) => {
    if (whyNot) skip(whyNot);
    expect(problemsOf('check', 'rules', '--lint=all', '--lint-fatal', RULE_FILE)).toBeNull();
  });

  it('each fire beyond their limit, and stay quiet beside it', ({ skip }) => {
    if (whyNot) skip(whyNot);
    expect(Object.keys(CASES).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    const tests = rules.flatMap((rule) => {
      const one = CASES[rule.alert] as AlertCase;
      return [
        { input_series: seriesOf(one.fires), exp_alerts: [expectedOf(rule, one)] },
        { input_series: seriesOf(one.quiet), exp_alerts: [] },
      ].map(({ input_series, exp_alerts }) => ({
        interval: '1m',
        input_series,
        alert_rule_test: [{ eval_time: `${one.at}m`, alertname: rule.alert, exp_alerts }],
      }));
    });
    // JSON is YAML.
    const file = join(folder, 'alerts.test.yml');
    writeFileSync(file, JSON.stringify({ rule_files: [RULE_FILE], tests }));
    expect(problemsOf('test', 'rules', file)).toBeNull();
  }, 300_000);
});
