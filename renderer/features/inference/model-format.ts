import { currentLanguage, t } from '../../lib/i18n.ts';

/** Formats an amount of memory: `64 KB`, `812 MB`, `3.9 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${formatNumber(bytes / 1e9, 1)} GB`;
  return bytes >= 1e6 || bytes === 0 ? `${formatNumber(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} KB`;
}

/** Formats a speed or a load: `0.84`, `31.2`, `1,204`. */
export function formatAmount(value: number): string {
  if (value === 0) return '0';
  return formatNumber(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

/** Formats a short duration: `85 ms`, `1.24 s`. */
export function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${formatNumber(ms / 1_000, 2)} s`;
}

/** Formats a number with exactly `digits` decimal places: `1,204`, `3.9`. */
export function formatNumber(value: number, digits = 0): string {
  const style = { maximumFractionDigits: digits, minimumFractionDigits: digits };
  return value.toLocaleString(currentLanguage(), style);
}

/** Formats a number with at most two decimal places: `2`, `1.5`. */
export function formatShort(value: number): string {
  return value.toLocaleString(currentLanguage(), { maximumFractionDigits: 2 });
}

/** Formats a temperature: `54 °C`. */
export function formatTemperature(degrees: number): string {
  return t('inference:telemetry.degrees', { value: formatNumber(degrees) });
}
