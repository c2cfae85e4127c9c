import type { HostStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';

/** What the process that samples the host gets, once. */
export interface HostOrder {
  /** Whose disk is meant by "free disk space". */
  folder: string;
}

/** What it sends, once a second. */
export interface HostNews {
  host: HostStatus;
  /** Bytes a second that one core reads and writes. */
  bandwidth: number;
}
