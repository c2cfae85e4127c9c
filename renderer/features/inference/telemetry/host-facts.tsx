import type { Gpu, HostStatus } from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatBytes, formatNumber, formatShort, formatTemperature } from '../model-format.ts';
import classes from './host-facts.module.css';

/** The machine of a worker. Leaves out values that only some machines report, such as temperatures. */
export function HostFacts({ host }: { host: HostStatus }) {
  const { freeDiskBytes, cpuTemperature } = host;
  return (
    <dl className={classes.facts} data-testid="host-facts">
      <MemoryFact host={host} />
      <Fact term={t('inference:telemetry.cpuCores')} value={coresOf(host)} />
      <Fact
        term={t('inference:telemetry.diskFree')}
        value={freeDiskBytes === null ? null : formatBytes(freeDiskBytes)}
        hint={t('inference:telemetry.diskHint')}
      />
      {cpuTemperature !== null && (
        <Fact term={t('inference:telemetry.cpuTemperature')} value={formatTemperature(cpuTemperature)} />
      )}
      {host.gpus.map((gpu, index) => (
        // Two identical cards have the same name.
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other identity
        <GpuFact key={index} gpu={gpu} />
      ))}
    </dl>
  );
}

function Fact({
  term,
  value,
  hint,
  share = null,
}: {
  term: string;
  /** Null when unknown. */
  value: string | null;
  hint?: string | undefined;
  /** From 0 to 1, for a bar. */
  share?: number | null;
}) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>
        {value ?? <span className={classes.unknown}>{t('inference:telemetry.notAvailable')}</span>}
        {value !== null && hint !== undefined && <span className={classes.hint}>{hint}</span>}
        {share !== null && (
          <span className={classes.bar} aria-hidden="true" data-full={share > 0.9 || undefined}>
            <span style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
          </span>
        )}
      </dd>
    </div>
  );
}

function MemoryFact({ host: { memoryUsedBytes, memoryTotalBytes } }: { host: HostStatus }) {
  const term = t('inference:telemetry.memory');
  if (memoryTotalBytes === null) return <Fact term={term} value={null} />;
  const total = formatBytes(memoryTotalBytes);
  if (memoryUsedBytes === null) return <Fact term={term} value={total} />;
  const share = memoryUsedBytes / memoryTotalBytes;
  return (
    <Fact
      term={term}
      value={formatBytes(memoryUsedBytes)}
      hint={t('inference:telemetry.memoryHint', { percent: formatNumber(share * 100), total })}
      share={share}
    />
  );
}

function GpuFact({ gpu }: { gpu: Gpu }) {
  const { name, memoryUsedBytes: used, memoryTotalBytes: total, utilization, temperature } = gpu;
  const parts = [
    total !== null && used !== null
      ? t('inference:telemetry.gpuMemory', { used: formatBytes(used), total: formatBytes(total) })
      : total !== null && t('inference:telemetry.gpuMemoryTotal', { total: formatBytes(total) }),
    utilization !== null && t('inference:telemetry.gpuBusy', { percent: formatNumber(utilization) }),
    temperature !== null && formatTemperature(temperature),
  ].filter((part) => part !== false);
  return (
    <Fact
      term={t('inference:telemetry.gpu')}
      value={name}
      hint={parts.join(' · ')}
      share={total !== null && used !== null ? used / total : null}
    />
  );
}

function coresOf({ usableCores, physicalCores }: HostStatus): string {
  const usable = { count: Math.ceil(usableCores), formatted: formatShort(usableCores) };
  return physicalCores === null
    ? t('inference:telemetry.cores', usable)
    : t('inference:telemetry.coresPhysical', { ...usable, physical: formatNumber(physicalCores) });
}
