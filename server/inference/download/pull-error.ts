import type { DownloadError } from '../../../shared/domain/worker-models.ts';

/** Thrown when a model was not downloaded. The message is for people; the code determines what to do next. */
export class PullError extends Error {
  override readonly name = 'PullError';
  readonly code: DownloadError['code'];

  constructor(code: DownloadError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
