import type { DownloadError } from '../../../shared/domain/worker-models.ts';

/** Why a model was not fetched, in a sentence for people; what to do next follows from the code. */
export class PullError extends Error {
  override readonly name = 'PullError';
  readonly code: DownloadError['code'];

  constructor(code: DownloadError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
