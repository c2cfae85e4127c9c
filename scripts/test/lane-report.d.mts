export interface LaneReport {
  passed: number;
  failed: number;
  skipped: number;
  failures: { file: string; name: string }[];
}
export function readVitestReport(file: string, root: string): LaneReport | null;
export function readBrowserReport(file: string): LaneReport | null;
