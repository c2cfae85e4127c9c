/** What electron-updater's codes mean to the person who reads them. */
const SENTENCES: Record<string, string> = {
  ERR_CHECKSUM_MISMATCH: 'The update arrived damaged and was thrown away.',
  ERR_UPDATER_NO_CHECKSUM: 'The update has no checksum and was refused.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The update is not signed by whoever signed this app and was refused.',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'The update server has no release for this system.',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'The update server’s answer could not be read.',
  ENOSPC: 'There is not enough room on the disk for the update.',
  EACCES: 'The app may not write to its own place, so it cannot be updated there.',
  EROFS: 'The app may not write to its own place, so it cannot be updated there.',
};

const UNREACHABLE =
  /net::ERR_(INTERNET|NAME|NETWORK|CONNECTION|ADDRESS|PROXY|TIMED)|timed out|aborted|ECONN|ENOTFOUND|EAI_AGAIN/;
const CERTIFICATE = /net::ERR_(CERT|SSL)|CERT_|certificate/;

/** One sentence about a failed update, without addresses, paths and stacks. */
export function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = SENTENCES[code];
  if (known) return known;
  const text = `${code} ${error instanceof Error ? error.message : ''}`;
  if (/HTTP_ERROR_|status [45]\d\d/.test(text)) return 'The update server answered with an error.';
  if (CERTIFICATE.test(text)) return 'The update server’s certificate is not to be trusted.';
  if (UNREACHABLE.test(text)) return 'The update server could not be reached.';
  return 'The update did not succeed.';
}
