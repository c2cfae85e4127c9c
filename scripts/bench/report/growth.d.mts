import type { Row } from './page.mjs';

export interface Growth {
  series: string;
  of: string;
  unit: string;
  points: { at: number; cost: number }[];
  perTenfold: number | null;
  bendsAt: number | null;
}

export function growthOf(rows: Row[]): Growth[];
