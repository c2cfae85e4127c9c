/** Read by react-remove-scroll, which locks the page below a dialog. */
declare global {
  var __webpack_nonce__: string | undefined;
}

/** Returns the nonce that style elements need. The host of the page writes a new one into each response. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Gives the nonce to libraries that add style elements and take no setting. */
export function shareStyleNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce();
}
