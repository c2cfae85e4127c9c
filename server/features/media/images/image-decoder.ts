import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../../../config.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import type { DecodedImage, ImageMessage, ImageOrder } from './protocol.ts';

/**
 * What became of an image. `unreadable`: not a JPEG, PNG or WebP, or damaged. `too_costly`: its process took too
 * much time or memory, or crashed, and was ended. `busy`: too many wait. `unavailable`: the process does not start.
 */
export type ImageOutcome =
  | { kind: 'decoded'; image: DecodedImage }
  | { kind: 'unreadable' | 'too_costly' | 'busy' | 'unavailable' };

/** The limits of all images together. */
export interface ImageLimits {
  /** Milliseconds that one image may take; the largest take a second of an idle processor. */
  imageMs: number;
  /** Resident memory of the process, in bytes: an interlaced PNG of 64 megapixels takes 300 to 600 MB. */
  memoryMax: number;
  /** Images of one workspace, and of all, that may wait. */
  waitingOfWorkspace: number;
  waiting: number;
  /** Milliseconds without an image after which the process ends. */
  idleMs: number;
  /** Milliseconds until a new process can take images. */
  startMs: number;
}

export const IMAGE_LIMITS: ImageLimits = {
  imageMs: 30_000,
  memoryMax: 768 * 1024 * 1024,
  waitingOfWorkspace: 16,
  waiting: 48,
  idleMs: 30_000,
  startMs: 15_000,
};

export interface ImageDecoder {
  /** Id of the process that decodes; null while there is none. */
  readonly pid: number | null;
  /**
   * Decodes one image when it is the turn of its workspace; `read` is called only then. A patient caller is never
   * refused: it limits itself how many images it has.
   */
  decode(
    tenantId: string,
    read: () => Promise<Uint8Array>,
    options?: { isPatient?: boolean },
  ): Promise<ImageOutcome>;
  /** Ends the process; images that wait are `unavailable`. */
  close(): Promise<void>;
}

export interface ImageDecoderOptions {
  logger: Logger;
  onOutcome(kind: ImageOutcome['kind']): void;
  limits?: Partial<ImageLimits> | undefined;
  /** For tests: another program. */
  entry?: string;
}

/** The process that decodes. */
interface Decoder {
  child: ChildProcess;
  /** Resolves to false when it ended before it could take images. */
  ready: Promise<boolean>;
  /** Resolves to how it ended. */
  ended: Promise<string>;
}

/**
 * Decodes images, one at a time, in a child process: it starts with the first image, and ends when there was none
 * for a while. Workspaces take turns. An image that takes too long ends the process and is not tried again.
 */
export function createImageDecoder({
  logger,
  onOutcome,
  entry = decoderEntry(),
  ...options
}: ImageDecoderOptions): ImageDecoder {
  const limits = { ...IMAGE_LIMITS, ...options.limits };
  const turns = new Map<string, (() => void)[]>();
  let waiting = 0;
  let isBusy = false;
  let isClosed = false;
  let decoder: Decoder | null = null;
  let idle: NodeJS.Timeout | undefined;

  /** Resolves when it is this image's turn; returns false when too many wait. */
  async function takeTurn(tenantId: string, isPatient: boolean): Promise<boolean> {
    if (!isBusy) {
      isBusy = true;
      return true;
    }
    const own = turns.get(tenantId) ?? [];
    const isFull = waiting >= limits.waiting || own.length >= limits.waitingOfWorkspace;
    if (isFull && !isPatient) return false;
    turns.set(tenantId, own);
    waiting += 1;
    await new Promise<void>((resolve) => own.push(resolve));
    return true;
  }

  /** Passes the turn to the workspace whose last turn is the longest ago. */
  function passTurn(): void {
    const [next] = turns;
    if (!next) {
      isBusy = false;
      return;
    }
    const [tenantId, own] = next;
    const go = own.shift();
    turns.delete(tenantId);
    if (own.length > 0) turns.set(tenantId, own);
    waiting -= 1;
    go?.();
  }

  function start(): Decoder {
    const child = spawn(process.execPath, ['--enable-source-maps', entry, String(limits.memoryMax)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      // One thread is enough for one image.
      env: bareEnvironment({ UV_THREADPOOL_SIZE: '1' }),
    });
    // It must not keep a process alive that has nothing else to do.
    child.unref();
    child.channel?.unref();
    const limit = setTimeout(() => child.kill('SIGKILL'), limits.startMs).unref();
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    const ready = new Promise<boolean>((resolve) => {
      child.once('message', () => resolve(true));
      void ended.then(() => resolve(false));
    });
    void ready.then(() => clearTimeout(limit));
    const started: Decoder = { child, ready, ended };
    void ended.then(() => {
      if (decoder === started) decoder = null;
    });
    return started;
  }

  /** Ends the process; the next image starts another. */
  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ending = decoder;
    decoder = null;
    ending?.child.kill('SIGKILL');
    await ending?.ended;
  }

  async function decodeNow(tenantId: string, bytes: Uint8Array): Promise<ImageOutcome> {
    if (!isDecodable(bytes)) return { kind: 'unreadable' };
    clearTimeout(idle);
    decoder ??= start();
    const current = decoder;
    if (!(await current.ready)) {
      const how = await current.ended;
      if (!isClosed) logger.error({ how }, 'the process that decodes images does not start');
      return { kind: 'unavailable' };
    }
    const startedAt = performance.now();
    const answer = await answerOf(current, { bytes }, limits.imageMs);
    if (typeof answer !== 'string') {
      idle = setTimeout(() => void stop(), limits.idleMs).unref();
      return answer ? { kind: 'decoded', image: answer } : { kind: 'unreadable' };
    }
    await stop();
    if (isClosed) return { kind: 'unavailable' };
    const ms = Math.round(performance.now() - startedAt);
    const facts = { tenantId, how: answer, ms, bytes: bytes.length };
    logger.warn(facts, 'an image ended the process that decodes images; refused');
    return { kind: 'too_costly' };
  }

  async function decodeInTurn(
    tenantId: string,
    read: () => Promise<Uint8Array>,
    isPatient: boolean,
  ): Promise<ImageOutcome> {
    if (!(await takeTurn(tenantId, isPatient))) return { kind: 'busy' };
    try {
      return isClosed ? { kind: 'unavailable' } : await decodeNow(tenantId, await read());
    } finally {
      passTurn();
    }
  }

  return {
    get pid() {
      return decoder?.child.pid ?? null;
    },
    async decode(tenantId, read, { isPatient = false } = {}) {
      const outcome = await decodeInTurn(tenantId, read, isPatient);
      onOutcome(outcome.kind);
      return outcome;
    },
    close: async () => {
      isClosed = true;
      await stop();
    },
  };
}

/** Sends an image and returns it decoded, null when it is not readable, or why there is no answer. */
async function answerOf(
  { child, ended }: Decoder,
  order: ImageOrder,
  limitMs: number,
): Promise<DecodedImage | null | string> {
  let timer: NodeJS.Timeout | undefined;
  let onMessage: (message: ImageMessage) => void = () => undefined;
  const answered = new Promise<DecodedImage | null | string>((resolve) => {
    onMessage = (message) => {
      if (message.ev === 'done') resolve(message.image);
      if (message.ev === 'memory') resolve(`${message.bytes} bytes of memory`);
    };
    timer = setTimeout(() => resolve(`no answer in ${limitMs} ms`), limitMs).unref();
  });
  child.on('message', onMessage);
  child.send(order, () => undefined);
  try {
    return await Promise.race([answered, ended]);
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage);
  }
}

const SIGNATURES: readonly (readonly [offset: number, bytes: string])[][] = [
  [[0, 'ffd8ff']],
  [[0, '89504e470d0a1a0a']],
  // "RIFF", four bytes of length, "WEBP".
  [
    [0, '52494646'],
    [8, '57454250'],
  ],
];

/** Returns whether bytes begin like a JPEG, PNG or WebP. Others never reach the library. */
function isDecodable(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return SIGNATURES.some((parts) => parts.every(([at, hex]) => head.startsWith(hex, at * 2)));
}

/** Returns the path of the built program, which code that runs from source (tests) uses too. */
function decoderEntry(): string {
  const here = import.meta.url;
  const file = here.endsWith('.ts') ? '../../../../dist/server/image-decoder.js' : './image-decoder.js';
  return fileURLToPath(new URL(file, here));
}
