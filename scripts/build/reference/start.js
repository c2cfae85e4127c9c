const script = document.currentScript;

/** Returns the key that a page of the dashboard shows right now; null without one. Nothing is stored. */
function keyOfDashboard() {
  const dashboard = new BroadcastChannel('switchboard-docs-key');
  return new Promise((resolve) => {
    dashboard.onmessage = ({ data }) => resolve(/^[\w-]+$/.test(data?.key ?? '') ? data.key : null);
    dashboard.postMessage('ask');
    setTimeout(() => resolve(null), 100);
  }).finally(() => dashboard.close());
}

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
  const key = await keyOfDashboard();
  window.Scalar.createApiReference('#reference', {
    content: api,
    ...(key && { authentication: { securitySchemes: { apiKey: { token: key } } } }),
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
