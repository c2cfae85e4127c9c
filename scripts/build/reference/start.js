const script = document.currentScript;

(async () => {
  const assets = script.src.replace(/[^/]*$/, '');
  const [api, samples] = await Promise.all(
    ['/api/v1/openapi.json', `${assets}samples.json`].map(async (address) => (await fetch(address)).json()),
  );
  // Our clients come before the languages that the renderer knows.
  for (const item of Object.values(api.paths)) {
    for (const operation of Object.values(item)) {
      operation['x-codeSamples'] = Object.entries(samples[operation.operationId] ?? {}).map(
        ([label, source]) => ({
          lang: label === 'Python' ? 'python' : 'typescript',
          label,
          source,
        }),
      );
    }
  }
  window.Scalar.createApiReference('#reference', {
    content: api,
    // No requests to other hosts.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    defaultOpenAllTags: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  });
})();

// The copy buttons of code blocks show only an icon. Screen readers need a label.
const nameButtons = () => {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
};
new MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true });
