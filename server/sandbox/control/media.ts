import express, { type Router } from 'express';
import { bareType, kindOfFile } from '../media/file-rules.ts';
import { type SampleName, sampleFile, sampleNames } from '../media/samples.ts';
import type { Platform } from '../platform.ts';
import type { MediaItem } from '../state/model.ts';
import { accountAt } from './accounts.ts';
import { ControlError } from './control-error.ts';

/** A person can send files of any type, up to the platform's limit. */
const maxBytes = 100 * 1024 * 1024;

/** Mounts uploads of customers' files, by the phone page or a test, and downloads for the phone page. */
export function mountMediaControl(router: Router, platform: Platform): void {
  router.post(
    '/accounts/:pnid/media',
    express.raw({ type: () => true, limit: maxBytes }),
    async (request, response) => {
      const { phoneNumberId } = accountAt(platform, request.params.pnid ?? '');
      const { sample } = request.query;
      const file = sample === undefined ? uploadOf(request) : sampleOf(String(sample));
      const item = await platform.media.add({ phoneNumberId, from: 'customer', ...file });
      response.status(201).json(viewOf(item));
    },
  );

  router.get('/accounts/:pnid/media/:id', (request, response) => {
    const { phoneNumberId } = accountAt(platform, request.params.pnid);
    const item = platform.store.media.get(request.params.id);
    const bytes = item?.phoneNumberId === phoneNumberId ? platform.media.bytes(item.id) : null;
    if (!item || bytes === null) throw new ControlError(404, 'media_not_found', 'There is no such file.');
    response.set({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    response.set('content-type', item.mimeType).send(bytes);
  });
}

function uploadOf(request: express.Request) {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    throw new ControlError(400, 'validation_failed', 'Send the bytes of the file as the body.');
  }
  const mimeType = request.get('content-type') ?? 'application/octet-stream';
  return { mimeType, filename: String(request.query.filename ?? ''), bytes };
}

function sampleOf(name: string) {
  if (!sampleNames.includes(name as SampleName)) {
    throw new ControlError(400, 'validation_failed', `The samples are ${sampleNames.join(', ')}.`);
  }
  return sampleFile(name as SampleName);
}

function viewOf({ id, mimeType, sha256, size, filename }: MediaItem) {
  const type = kindOfFile(mimeType) ?? (bareType(mimeType).split('/')[0] === 'video' ? 'video' : 'document');
  return { id, type, mimeType, sha256, size, filename };
}
