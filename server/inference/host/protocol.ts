import type { HostStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';

/** The message that starts the sampling process. */
export interface HostOrder {
  /** Folder on the disk whose free space is reported. */
  folder: string;
}

/** A reading of the sampling process, sent once a second. */
export interface HostMessage {
  host: HostStatus;
  /** Bytes per second that one core reads and writes. */
  bandwidth: number;
}
