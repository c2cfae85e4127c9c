/** Files that are sent from the phone or shown on it. The page loads them only from the sandbox. */
export const filesJs = /* js */ `
const mediaPath = (id) => '/control/accounts/' + state.pnid + '/media/' + encodeURIComponent(id);

async function putOnPlatform(query, body, type) {
  const options = { method: 'POST', headers: body ? { 'content-type': type || 'application/octet-stream' } : {} };
  if (body) options.body = body;
  const response = await fetch('/control/accounts/' + state.pnid + '/media?' + new URLSearchParams(query), options);
  const answer = await response.json();
  if (!response.ok) throw new Error((answer.error && answer.error.message) || 'The sandbox refused.');
  return answer;
}

async function sendFile(query, body, type, extra) {
  const path = chatPath() + '/messages';
  const input = $('phone-input');
  const caption = input.value.trim();
  $('attach-menu').hidden = true;
  $('phone-clip').setAttribute('aria-expanded', 'false');
  try {
    const file = await putOnPlatform(query, body, type);
    const payload = Object.assign({ id: file.id }, extra);
    if (caption !== '' && file.type !== 'audio' && file.type !== 'sticker') {
      payload.caption = caption;
      input.value = '';
      fitInput();
    }
    onMessage(await call('POST', path, { type: file.type, payload: payload }));
    scrollToEnd();
  } catch (error) {
    $('notice').textContent = 'The file was not sent: ' + error.message;
    $('notice').hidden = false;
  }
}

function sendSample(name) {
  return sendFile({ sample: name }, null, null, name === 'voice' ? { voice: true } : {});
}

function sendPicked(files) {
  for (const file of files) sendFile({ filename: file.name }, file, file.type, {});
}

// Shows files of the platform. Links to other servers stay links.
function drawnFile(type, payload) {
  if (!payload.id) return null;
  const source = mediaPath(payload.id);
  if (type === 'image' || type === 'sticker') return el('img', { class: 'preview' + (type === 'sticker' ? ' is-sticker' : ''), src: source, alt: payload.caption || kindWords[type] });
  if (type === 'video') return el('video', { class: 'preview', src: source, controls: true, preload: 'metadata' });
  if (type === 'audio') {
    const sound = el('audio', { class: 'sound', src: source, controls: true, preload: 'metadata' });
    return payload.voice ? el('span', { class: 'voice', 'data-testid': 'phone-voice' }, el('b', {}, 'Voice message'), sound) : sound;
  }
  return el('a', { class: 'file', href: source, download: payload.filename || true }, payload.filename || 'File');
}

function toggleMenu() {
  const menu = $('attach-menu');
  menu.hidden = !menu.hidden;
  $('phone-clip').setAttribute('aria-expanded', String(!menu.hidden));
}

$('phone-clip').addEventListener('click', toggleMenu);
$('attach-menu').addEventListener('click', (event) => {
  const name = event.target.dataset.sample;
  if (name) sendSample(name);
  else if (event.target.id === 'attach-pick') $('phone-file').click();
});
$('phone-file').addEventListener('change', (event) => {
  sendPicked([...event.target.files]);
  event.target.value = '';
});
`;
