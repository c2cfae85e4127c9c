import { useEffect } from 'react';
import { create } from 'zustand';
import type { MediaAddress } from '../../../../shared/contract/media.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { serverOrigin } from '../../../lib/api/server-address.ts';
import { serverNow } from '../../../lib/api/server-clock.ts';
import { onLeave, whileHere } from '../../../lib/on-leave.ts';

/** The absolute URLs of a file. */
export interface FileAddress {
  url: string;
  thumbnailUrl: string | null;
  expiresAt: number;
}

type Known = Readonly<Record<string, FileAddress>>;

/** Addresses by file. They are never stored with messages, because they expire and give anyone access. */
const useAddresses = create<Known>(() => ({}));

/** Files that are rendered within this time share a request. */
const BATCH_MS = 15;
const MAX_IDS = 100;
/** An address in use must outlast a long video. */
const RENEW_BEFORE_MS = 5 * 60_000;
/** An address is renewed no more often than this. */
const RENEW_EVERY_MS = 30_000;
const RETRY_MS = 5_000;

const wanted = new Set<string>();
/** When the address of a file was last renewed. */
const renewed = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

onLeave(() => {
  clearTimeout(timer);
  timer = undefined;
  wanted.clear();
  renewed.clear();
  useAddresses.setState({}, true);
});

/** Returns the address of a file; null while unknown. Requests it when it is missing or about to expire. */
export function useFileAddress(id: string, isReady: boolean): FileAddress | null {
  const address = useAddresses((known) => known[id] ?? null);
  useEffect(() => {
    if (!isReady) return;
    if (!address) return request(id);
    const renewal = setTimeout(() => request(id), renewalIn(address.expiresAt));
    return () => clearTimeout(renewal);
  }, [id, isReady, address]);
  return isReady ? address : null;
}

/** Returns after how long an address is renewed. Never at once, even if the clocks disagree: each answer would ask again. */
export function renewalIn(expiresAt: number): number {
  const wait = expiresAt - serverNow() - RENEW_BEFORE_MS;
  return Math.min(Math.max(RENEW_EVERY_MS, wait), 2 ** 31 - 1);
}

/** Returns the address of a stored file, to read it once. */
export async function addressOfFile(id: string): Promise<string> {
  const { data } = await api.media.addresses({ query: { ids: id } });
  const [found] = data;
  if (!found) throw new Error('The file has no address.');
  return withOrigin(found).url;
}

/** Renews the address of a file that did not load, for example after sleep, but not too often. */
export function renewAddress(id: string): void {
  if (Date.now() - (renewed.get(id) ?? 0) < RENEW_EVERY_MS) return;
  renewed.set(id, Date.now());
  request(id);
}

function request(id: string, afterMs = BATCH_MS): void {
  wanted.add(id);
  if (timer === undefined) timer = setTimeout(() => void requestBatch(), afterMs);
}

async function requestBatch(): Promise<void> {
  timer = undefined;
  const ids = [...wanted].slice(0, MAX_IDS);
  for (const id of ids) wanted.delete(id);
  try {
    const { data } = await whileHere(api.media.addresses({ query: { ids: ids.join(',') } }));
    useAddresses.setState(Object.fromEntries(data.map((one) => [one.id, withOrigin(one)])));
  } catch {
    // The files are shown as loading until the retry.
    for (const id of ids) request(id, RETRY_MS);
  }
  const [next] = wanted;
  if (next !== undefined) request(next);
}

function withOrigin({ url, thumbnailUrl, expiresAt }: MediaAddress): FileAddress {
  const whole = (path: string) => new URL(path, serverOrigin()).href;
  return {
    url: whole(url),
    thumbnailUrl: thumbnailUrl && whole(thumbnailUrl),
    expiresAt: new Date(expiresAt).getTime(),
  };
}
