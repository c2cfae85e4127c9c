import { z } from 'zod';

/** How much of its rate limits a caller has used, as the platform reports in every response. */
export interface GraphUsage {
  /** The highest of all usage values, in percent. Above 100 the platform rejects calls. */
  percent: number;
  /** Minutes until the platform accepts calls again; 0 while it does. */
  regainMinutes: number;
}

const LineSchema = z.looseObject({
  call_count: z.number().catch(0).optional(),
  total_cputime: z.number().catch(0).optional(),
  total_time: z.number().catch(0).optional(),
  estimated_time_to_regain_access: z.number().catch(0).optional(),
});
const BusinessSchema = z.record(z.string(), z.array(LineSchema));

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Parses the two usage headers; null when neither is readable. Never throws. */
export function readUsage(headers: Headers): GraphUsage | null {
  const app = LineSchema.safeParse(jsonOf(headers['x-app-usage']));
  const business = BusinessSchema.safeParse(jsonOf(headers['x-business-use-case-usage']));
  const lines = [
    ...(app.success ? [app.data] : []),
    ...(business.success ? Object.values(business.data).flat() : []),
  ];
  if (lines.length === 0) return null;
  const figures = lines.flatMap((line) => [line.call_count, line.total_cputime, line.total_time]);
  return {
    percent: Math.max(...figures.map((figure) => figure ?? 0)),
    regainMinutes: Math.max(...lines.map((line) => line.estimated_time_to_regain_access ?? 0)),
  };
}

function jsonOf(header: string | string[] | undefined): unknown {
  try {
    return JSON.parse(typeof header === 'string' ? header : '');
  } catch {
    return undefined;
  }
}
