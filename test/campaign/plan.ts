/** What a failure does: to which process, connection or outside party. */
export const FAILURE_KINDS = {
  'kill-server': { weight: 9, stacks: ['embedded', 'external'], title: 'SIGKILL of the API server' },
  'stop-server': {
    weight: 5,
    stacks: ['embedded', 'external'],
    title: 'SIGSTOP of the API server, then SIGCONT',
  },
  'kill-inference': {
    weight: 4,
    stacks: ['embedded', 'external'],
    title: 'SIGKILL of the inference endpoint',
  },
  'stop-inference': {
    weight: 2,
    stacks: ['embedded', 'external'],
    title: 'SIGSTOP of the inference endpoint',
  },
  'kill-engine': { weight: 5, stacks: ['embedded', 'external'], title: "SIGKILL of the model's engine" },
  'stop-engine': { weight: 3, stacks: ['embedded', 'external'], title: "SIGSTOP of the model's engine" },
  'kill-database': { weight: 6, stacks: ['embedded', 'external'], title: 'SIGKILL of MariaDB' },
  'stop-database': { weight: 4, stacks: ['embedded', 'external'], title: 'SIGSTOP of MariaDB, then SIGCONT' },
  'kill-launcher': { weight: 4, stacks: ['embedded', 'external'], title: 'SIGKILL of the launcher' },
  'stop-launcher': { weight: 2, stacks: ['embedded', 'external'], title: 'SIGSTOP of the launcher' },
  'cut-before-commit': { weight: 5, stacks: ['external'], title: 'Connection reset, COMMIT not forwarded' },
  'cut-after-commit': { weight: 5, stacks: ['external'], title: 'Connection reset right after COMMIT' },
  'cut-commit-answer': {
    weight: 5,
    stacks: ['external'],
    title: 'Connection reset in place of the answer to COMMIT',
  },
  'cut-callback-insert': {
    weight: 4,
    stacks: ['external'],
    title: 'Connection reset after the INSERT of a callback',
  },
  'disk-full': { weight: 3, stacks: ['external'], title: 'No space left for the database and DATA_DIR' },
  'clock-ahead': { weight: 2, stacks: ['external'], title: "The database's clock jumps ahead, then back" },
  'clock-behind': {
    weight: 2,
    stacks: ['external'],
    title: "The database's clock falls behind, then returns",
  },
  'platform-garbage': { weight: 3, stacks: ['external'], title: 'The platform answers with garbage' },
  'platform-500': { weight: 3, stacks: ['external'], title: 'The platform answers 500 with code 1' },
  'platform-429': { weight: 3, stacks: ['external'], title: 'The platform answers 429' },
  'platform-timeout': {
    weight: 2,
    stacks: ['external'],
    title: 'The platform takes sends and never answers',
  },
  'platform-reset': {
    weight: 4,
    stacks: ['external'],
    title: 'The platform resets connections, before or after',
  },
  'platform-drip': { weight: 2, stacks: ['external'], title: 'The platform answers byte by byte' },
  'platform-callbacks': {
    weight: 4,
    stacks: ['external'],
    title: 'Statuses twice, out of order, lost, before the answer',
  },
  'receiver-slow': { weight: 2, stacks: ['external'], title: 'A webhook receiver answers slowly' },
  'receiver-500': { weight: 2, stacks: ['external'], title: 'A webhook receiver answers 500' },
  'receiver-reset': { weight: 2, stacks: ['external'], title: 'A webhook receiver resets connections' },
  'restart-servers': {
    weight: 5,
    stacks: ['cluster'],
    title: 'Rolling restart: each API server in turn',
  },
  'kill-one-server': { weight: 3, stacks: ['cluster'], title: 'SIGKILL of one of the API servers' },
  'stop-one-server': {
    weight: 2,
    stacks: ['cluster'],
    title: 'SIGSTOP of one of the API servers, for up to 20 s, then SIGCONT',
  },
  'kill-redis': { weight: 2, stacks: ['cluster'], title: 'SIGKILL of Redis' },
  'kill-node': {
    ...{ weight: 3, stacks: ['cluster'], isOfNodes: true },
    title: 'SIGKILL of one of the database nodes',
  },
  'stop-node': {
    ...{ weight: 2, stacks: ['cluster'], isOfNodes: true },
    title: 'SIGSTOP of one of the database nodes, for up to 12 s, then SIGCONT',
  },
  'cut-node': {
    ...{ weight: 3, stacks: ['cluster'], isOfNodes: true },
    title: 'One of the database nodes cut off from the others, not from its server',
  },
} as const satisfies Record<string, Kind>;

interface Kind {
  weight: number;
  stacks: readonly StackName[];
  title: string;
  /** Whether it needs several database nodes. */
  isOfNodes?: boolean;
}

export type StackName = 'embedded' | 'external' | 'cluster';
export type FailureKind = keyof typeof FAILURE_KINDS;

export interface PlannedFailure {
  number: number;
  stack: StackName;
  kind: FailureKind;
  /** How long it lasts, for kinds that last. */
  lastsMs: number;
  /** The pause before it. */
  afterMs: number;
  /** Chooses among the variants of a kind: which workspace, which receiver. */
  variant: number;
}

/** Returns the failures that hit several API servers, with those of several database nodes, or those of a single one. */
export function kindsOf(hasSeveralServers: boolean, hasSeveralNodes = false): FailureKind[] {
  return (Object.keys(FAILURE_KINDS) as FailureKind[]).filter((name) => {
    const kind: Kind = FAILURE_KINDS[name];
    return kind.stacks.includes('cluster') === hasSeveralServers && (hasSeveralNodes || !kind.isOfNodes);
  });
}

export const isFailureKind = (word: string): word is FailureKind => word in FAILURE_KINDS;

/** Returns a generator of numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns the failures of a campaign in order: every wanted kind once, then more of them by weight, shuffled. A quarter
 * of those that both stacks can have goes to the stack with the embedded database.
 */
export function planFailures(options: {
  seed: number;
  failures: number;
  only?: readonly FailureKind[];
}): PlannedFailure[] {
  const random = createRandom(options.seed);
  const wanted = options.only ?? kindsOf(false);
  const total = wanted.reduce((sum, kind) => sum + FAILURE_KINDS[kind].weight, 0);
  const byWeight = (): FailureKind => {
    let place = random() * total;
    for (const kind of wanted) {
      place -= FAILURE_KINDS[kind].weight;
      if (place < 0) return kind;
    }
    return wanted[0] as FailureKind;
  };
  const kinds = Array.from({ length: options.failures }, (_, index) => wanted[index] ?? byWeight());
  for (let index = kinds.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [kinds[index], kinds[other]] = [kinds[other] as FailureKind, kinds[index] as FailureKind];
  }
  const chosen = kinds.map((kind) => ({
    kind,
    stack: stackFor(kind, random()),
    lastsMs: Math.round(800 + random() * 1_700),
    afterMs: Math.round(200 + random() * 900),
    variant: Math.floor(random() * 1_000_000),
  }));
  const inOrder = [
    ...chosen.filter(({ stack }) => stack === 'embedded'),
    ...chosen.filter(({ stack }) => stack !== 'embedded'),
  ];
  return inOrder.map((failure, index) => ({ number: index + 1, ...failure }));
}

function stackFor(kind: FailureKind, chance: number): StackName {
  const { stacks } = FAILURE_KINDS[kind];
  if (stacks.length === 1) return stacks[0];
  // The launcher starts and ends the embedded database: most of its failures belong there.
  return chance < (kind.endsWith('-launcher') ? 0.7 : 0.25) ? 'embedded' : 'external';
}
