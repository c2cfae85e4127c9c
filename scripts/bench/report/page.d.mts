/** A row of a benchmark: see results.mjs. */
export interface Row {
  id: string;
  name: string;
  unit: string;
  ours: number | null;
  error?: string;
  floor?: number;
  beside?: string;
  ratio?: number;
  rounds?: number[];
  ms?: { p50?: number; p95?: number; p99?: number };
  aim?: { figure: 'ours' | 'ratio' | 'p50' | 'p95' | 'p99'; atLeast?: number; atMost?: number };
  growth?: { of: string; at: number; series: string; cost?: 'ours' };
}

export interface PartResult {
  state: 'done' | 'failed' | 'stopped';
  rows: Row[];
  at: string;
  seconds: number;
  load: { begin: number; end: number };
  error?: string;
}

/** What is kept of a run beside its result. */
interface About {
  args: string[];
  commit: string;
  isQuick: boolean;
  /** The machine that it ran on; without it, the one of the page. */
  machine?: Record<string, string>;
}

export function reportPage(report: {
  machine: Record<string, string>;
  parts: { name: string; title: string; floor?: string }[];
  results: Record<string, PartResult & About>;
  causes: Record<string, string>;
}): string;

export function isMet(row: Row): boolean;
