/**
 * Stands in the built page where each response has a nonce of its own: the page's style elements carry it, and the
 * content security policy allows no others.
 */
export const STYLE_NONCE_PLACEHOLDER = '{{style-nonce}}';
