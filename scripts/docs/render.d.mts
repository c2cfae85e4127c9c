/** Returns a page as HTML, and its second-level headings. */
export function renderPage(
  markdown: string,
  operations: readonly object[],
): { html: string; headings: { id: string; title: string }[] };
