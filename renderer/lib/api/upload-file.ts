import type { UploadedMedia } from '../../../shared/contract/media.contract.ts';
import { isNullable, isNumber, isOneOf, isShape, isText } from '../checks.ts';
import { ApiError, errorFromBody } from './api-error.ts';
import { requestCredentials, serverOrigin } from './server-address.ts';

/** A stored file, as the server and the outbox describe it. The schema of the contract would need zod. */
export const isUploadedFile = isShape<UploadedMedia>({
  id: isText,
  kind: isOneOf('image', 'video', 'audio', 'document', 'sticker'),
  mimeType: isText,
  size: isNumber,
  filename: isNullable(isText),
});

export interface Uploading {
  /** @throws {ApiError} also when the upload was cancelled. */
  done: Promise<UploadedMedia>;
  abort(): void;
}

/** Without progress for this long, the upload fails. */
const STALLED_MS = 30_000;

/** Uploads a file. Uses XMLHttpRequest, because fetch does not report progress. */
export function uploadFile(file: File, type: string, onProgress: (share: number) => void): Uploading {
  const request = new XMLHttpRequest();
  const done = new Promise<UploadedMedia>((resolve, reject) => {
    const lost = () => reject(new ApiError('network'));
    let watch = setTimeout(stall, STALLED_MS);
    function stall(): void {
      request.abort();
    }
    function alive(): void {
      clearTimeout(watch);
      watch = setTimeout(stall, STALLED_MS);
    }
    request.upload.onprogress = ({ loaded, total }) => {
      alive();
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      const response: unknown = request.response;
      if (request.status === 201 && isUploadedFile(response)) return resolve(response);
      const refusal = errorFromBody(response, request.status);
      reject(
        refusal ??
          new ApiError(request.status >= 500 ? 'unavailable' : 'internal', { status: request.status }),
      );
    };
    request.onerror = lost;
    request.onabort = lost;
    request.onloadend = () => clearTimeout(watch);
    const address = new URL('/api/dashboard/media-uploads', serverOrigin());
    address.searchParams.set('filename', file.name);
    request.open('POST', address);
    request.withCredentials = requestCredentials() === 'include';
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', type);
    request.send(file);
  });
  return { done, abort: () => request.abort() };
}
