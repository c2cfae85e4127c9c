import { createHash } from 'node:crypto';
import { renameSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from 'node-llama-cpp';
import type { CacheOptions, CacheState, KeptConversation } from '../protocol.ts';
import { emptyCacheFolder, removeCacheFolder } from './cache-folder.ts';
import { Rate } from './rate.ts';

/** The parts of a sequence that the cache needs. */
export interface CachedSequence {
  readonly contextTokens: readonly Token[];
  saveStateToFile(path: string): Promise<{ fileSize: number }>;
  loadStateFromFile(path: string, acceptRisk: { acceptRisk: true }): Promise<void>;
  clearHistory(): Promise<void>;
}

interface Entry extends KeptConversation {
  tokens: readonly Token[];
  file: string;
  bytes: number;
  savedAt: number;
  usedAt: number;
}

/** A conversation in the cache that begins like a prompt. */
export interface CachedPrompt {
  readonly entry: Entry;
  /** The number of tokens that both begin with. */
  readonly common: number;
}

/** Room that the file system keeps for others. */
const SPARED_BYTES = 256 * 1_024 * 1_024;
/** Below that, choosing another slot is not worth it. */
const LEAST_TOKENS = 32;
const SWEEP_MS = 60_000;

/**
 * Keeps what was read of conversations in files, more of them than there are slots. A conversation of which a slot has
 * forgotten the beginning is then restored in place of being read again.
 *
 * An entry belongs to one conversation of one tenant, and is found by both: no tenant's prompt is ever compared with
 * another's. The index is in the memory of this process, which has one model for its whole life, so no file is read by
 * another model or another run. Files are readable by this user only, and are removed with their entry.
 */
export class PromptCache {
  private readonly options: CacheOptions;
  private readonly model: string;
  private readonly now: () => number;
  private readonly entries = new Map<string, Entry>();
  private readonly restoring = new Rate();
  /** Bytes per token, from the last file. */
  private size = 0;
  private restored = 0;
  private isOn: boolean;

  /**
   * @param model names the model and its build, and is part of the names of files.
   * @param now milliseconds of a monotonic clock; replaced in tests.
   */
  constructor(options: CacheOptions, model: string, now: () => number = performance.now.bind(performance)) {
    this.options = options;
    this.model = model;
    this.now = now;
    this.isOn = emptyCacheFolder(options.folder);
    setInterval(() => this.dropOld(), SWEEP_MS).unref();
  }

  get state(): CacheState {
    return { conversations: this.entries.size, bytes: this.bytes(), restored: this.restored };
  }

  get kept(): readonly KeptConversation[] {
    return [...this.entries.values()];
  }

  /** Returns what is kept of a tenant's conversation, if it begins like a prompt. */
  find(one: KeptConversation, prompt: readonly Token[]): CachedPrompt | null {
    const entry = this.entries.get(keyOf(one));
    if (!entry) return null;
    const most = Math.min(entry.tokens.length, prompt.length);
    let common = 0;
    while (common < most && entry.tokens[common] === prompt[common]) common += 1;
    return common >= LEAST_TOKENS ? { entry, common } : null;
  }

  /** Returns whether restoring takes less time than reading as many tokens, as far as both are known. */
  isFaster({ entry }: CachedPrompt, readMs: number | null): boolean {
    const restoreMs = this.restoring.timeFor(entry.bytes);
    return restoreMs === null || readMs === null || restoreMs < readMs;
  }

  /** Replaces what a sequence holds by what is kept. Returns whether it did; the sequence is empty otherwise. */
  async restore({ entry }: CachedPrompt, sequence: CachedSequence): Promise<boolean> {
    const begun = this.now();
    try {
      await sequence.loadStateFromFile(join(this.options.folder, entry.file), { acceptRisk: true });
    } catch {
      this.drop(entry);
      await sequence.clearHistory();
      return false;
    }
    this.restoring.add(this.now() - begun, entry.bytes);
    entry.usedAt = this.now();
    this.restored += 1;
    return true;
  }

  /** Keeps what a sequence holds of a conversation. Without room for it, nothing changes. */
  async keep(one: KeptConversation, sequence: CachedSequence): Promise<void> {
    const tokens = [...sequence.contextTokens];
    const before = this.entries.get(keyOf(one));
    if (!this.isOn || tokens.length < LEAST_TOKENS || isSame(before?.tokens, tokens)) return;
    const name = createHash('sha256')
      .update(JSON.stringify([this.model, one.tenant, one.conversation, tokens]))
      .digest('hex');
    const path = join(this.options.folder, name);
    try {
      if (!this.makeRoom(this.size * tokens.length, before)) return;
      // A file that was not written to its end never has the name of one that was.
      const { fileSize } = await sequence.saveStateToFile(`${path}.part`);
      this.size = fileSize / tokens.length;
      if (!this.makeRoom(fileSize, before)) return rmSync(`${path}.part`, { force: true });
      if (before) this.drop(before);
      renameSync(`${path}.part`, path);
      const now = this.now();
      const { tenant, conversation } = one;
      this.entries.set(keyOf(one), {
        ...{ tenant, conversation, tokens, file: name, bytes: fileSize },
        ...{ savedAt: now, usedAt: now },
      });
    } catch (error) {
      // The folder is missing, or full for another reason. Everything works without it.
      this.isOn = false;
      this.forget(() => true);
      removeCacheFolder(this.options.folder);
      process.stderr.write(`conversations are no longer kept: ${(error as Error).message}\n`);
    }
  }

  /** Removes conversations. */
  forget(isMeant: (one: KeptConversation) => boolean): void {
    for (const entry of [...this.entries.values()]) if (isMeant(entry)) this.drop(entry);
  }

  private dropOld(): void {
    const oldest = this.now() - this.options.ageMs;
    for (const entry of [...this.entries.values()]) if (entry.savedAt < oldest) this.drop(entry);
  }

  /** Makes room for so many bytes by removing what was used longest ago. Returns whether there is room. */
  private makeRoom(bytes: number, replaced: Entry | undefined): boolean {
    this.dropOld();
    if (bytes > this.options.bytes) return false;
    const others = [...this.entries.values()]
      .filter((entry) => entry !== replaced)
      .sort((one, other) => one.usedAt - other.usedAt);
    for (const entry of others) {
      if (this.bytes() - (replaced?.bytes ?? 0) + bytes <= this.options.bytes) break;
      this.drop(entry);
    }
    const { bavail, bsize } = statfsSync(this.options.folder);
    return bavail * bsize > bytes + SPARED_BYTES;
  }

  private bytes(): number {
    let sum = 0;
    for (const { bytes } of this.entries.values()) sum += bytes;
    return sum;
  }

  private drop(entry: Entry): void {
    // While it was being restored, another request may have replaced it: that one's file must stay known.
    if (this.entries.get(keyOf(entry)) === entry) this.entries.delete(keyOf(entry));
    rmSync(join(this.options.folder, entry.file), { force: true });
  }
}

function keyOf({ tenant, conversation }: KeptConversation): string {
  return JSON.stringify([tenant, conversation]);
}

function isSame(one: readonly Token[] | undefined, other: readonly Token[]): boolean {
  return one?.length === other.length && one.every((token, index) => token === other[index]);
}
