import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { Json, Messaging } from './messaging.ts';
import { eventually } from './platform.ts';
import { bearer, call, OWNER_PASSWORD, signIn, type TestServer, type TestWorkspace } from './test-server.ts';

/** A file that a customer's phone uploaded to the platform. */
export interface PhoneFile {
  id: string;
  type: string;
  mimeType: string;
  sha256: string;
  size: number;
}

const media = `/control/accounts/${demoAccount.phoneNumberId}/media`;

/** Uploads one of the sandbox's sample files from a customer's phone. */
export async function sampleOnPhone(platformUrl: string, sample: string): Promise<PhoneFile> {
  return (await call(`${platformUrl}${media}?sample=${sample}`, { method: 'POST' })).body;
}

/** Uploads any bytes from a customer's phone. */
export async function bytesOnPhone(
  platformUrl: string,
  bytes: Uint8Array,
  type: string,
  name = '',
): Promise<PhoneFile> {
  const query = `?filename=${encodeURIComponent(name)}`;
  return (
    await call(`${platformUrl}${media}${query}`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': type },
    })
  ).body;
}

/** Returns a file's bytes as the phone has them. */
export async function bytesOfPhone(platformUrl: string, id: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(`${platformUrl}${media}/${id}`)).arrayBuffer());
}

/** Returns a valid PNG of a few kilobytes with 400 million pixels. */
export function pixelBomb(): Buffer {
  const side = 20_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel; the other fields are 0: grayscale, the standard compression and filter, not interlaced.
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((1 + side / 8) * side));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([around.subarray(0, 4), content, around.subarray(4)]);
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Sends a file from a customer and returns the message once it is in the history. */
export async function sendFromPhone(
  messaging: Messaging,
  phone: string,
  file: PhoneFile,
  extra: object = {},
) {
  const wamid = await messaging.customer(phone, file.type, { id: file.id, ...extra });
  return eventually(async () =>
    (await messaging.history(phone)).find((one: Json) => one.platformId === wamid),
  );
}

/** Returns the message once its file is in one of these states. */
export function whenMedia(
  messaging: Messaging,
  phone: string,
  id: string,
  ...states: string[]
): Promise<Json> {
  return eventually(async () => {
    const message = await messaging.message(phone, id);
    return states.includes(message?.media?.state) ? message : null;
  }, 20_000);
}

/** Fetches a message's media URL as an integrator would. */
export async function download(
  server: TestServer,
  workspace: TestWorkspace,
  url: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(server.url + url, { headers: { ...bearer(workspace.key), ...headers } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Returns a function that uploads files as a signed-in person. */
export async function uploader(server: TestServer, workspace: TestWorkspace) {
  const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
  return (
    bytes: Uint8Array | string,
    type: string,
    filename = 'file',
    headers: Record<string, string> = {},
  ) =>
    call(`${server.url}/api/dashboard/media-uploads?filename=${encodeURIComponent(filename)}`, {
      method: 'POST',
      body: bytes,
      headers: { cookie, 'content-type': type, ...headers },
    });
}
