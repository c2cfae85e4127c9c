/** Where the parts of Galera are on this machine. */
export interface GaleraPrograms {
  provider: string;
  /** Folders for the PATH of a node. */
  path: string;
}

/** A database node. */
export interface GaleraNode {
  readonly name: string;
  readonly url: string;
  /** Starts it again after `kill` or `stop`; it gets what it has missed. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends SIGKILL; resolves when it has ended. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Cuts it off from the other nodes, not from its clients, or connects it again. */
  isolate(isCutOff: boolean): Promise<void>;
  /** Returns a status value, such as `wsrep_cluster_status`; null when the node does not answer. */
  status(variable: string): Promise<string | null>;
}

export interface GaleraCluster {
  readonly nodes: GaleraNode[];
  stop(): Promise<void>;
}

export function startGaleraCluster(options: {
  folder: string;
  programs: GaleraPrograms;
  size?: number;
  isDurable?: boolean;
  restarts?: boolean;
  say?: (line: string) => void;
  signal?: AbortSignal;
}): Promise<GaleraCluster>;
