// The language of the snippets, which is kept, and the API key of the reader, which is not.
const LANGUAGE = 'docs-language';
const placeholders = new Map();

const stored = (() => {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
})();

/** Shows a language in every snippet that has it; the others keep their first one. */
function choose(language) {
  for (const snippet of document.querySelectorAll('.snippet')) {
    const panels = [...snippet.querySelectorAll('.panel')];
    const shown = panels.find((panel) => panel.dataset.language === language) ?? panels[0];
    for (const panel of panels) panel.hidden = panel !== shown;
    for (const button of snippet.querySelectorAll('[data-choose]')) {
      button.setAttribute('aria-pressed', String(button.dataset.choose === shown.dataset.language));
    }
  }
  for (const button of document.querySelectorAll('.languages [data-choose]')) {
    button.setAttribute('aria-pressed', String(button.dataset.choose === language));
  }
}

/** Puts the key and the address of this server into the examples; without a key, as they were. */
function fillIn(key) {
  for (const code of document.querySelectorAll('.panel pre:not(.output) code')) {
    if (!placeholders.has(code)) placeholders.set(code, code.textContent);
    const text = placeholders.get(code);
    const filled = text
      .replace(/\$\{KEY:-[^}]*\}/, key)
      .replace(/\$\{BASE_URL:-[^}]*\}/, location.origin)
      .replaceAll('$KEY', key)
      .replaceAll('$BASE_URL', location.origin)
      .replace("process.env.KEY ?? ''", `'${key}'`)
      .replace('os.environ.get("KEY", "")', `"${key}"`);
    code.textContent = key === '' ? text : filled;
  }
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.choose) {
    const top = button.getBoundingClientRect().top;
    choose(button.dataset.choose);
    // Snippets above may have another height now: the clicked one stays where it is.
    scrollBy(0, button.getBoundingClientRect().top - top);
    try {
      localStorage.setItem(LANGUAGE, button.dataset.choose);
    } catch {
      // Without storage, the choice lasts until the page is left.
    }
  } else if (button?.classList.contains('copy')) {
    const code = button.closest('.snippet').querySelector('.panel:not([hidden]) pre:not(.output)');
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  }
});

const tools = document.getElementById('tools');
tools.hidden = !document.querySelector('.snippet [data-choose]');
tools.addEventListener('submit', (event) => event.preventDefault());
document.getElementById('key').addEventListener('input', (event) => {
  const key = event.target.value.trim();
  // Only the characters of a key: what is pasted here ends up in commands.
  fillIn(/^[\w-]*$/.test(key) ? key : '');
});

// A page of the dashboard that shows a new key right now fills it in. Nothing is stored.
const dashboard = new BroadcastChannel('switchboard-docs-key');
dashboard.onmessage = ({ data }) => {
  const field = document.getElementById('key');
  if (!/^[\w-]+$/.test(data?.key ?? '') || field.value !== '') return;
  field.value = data.key;
  fillIn(data.key);
};
dashboard.postMessage('ask');
choose(stored ?? 'sh');
// In a narrow window, the navigation scrolls.
document.querySelector('.docs-header [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
