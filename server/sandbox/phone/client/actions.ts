/** The person's actions: sending, choosing, adding, switching, and viewing the chat. */
export const actionsJs = /* js */ `
let localCount = 0;

async function send(text) {
  const { pnid, waId } = state;
  localCount += 1;
  const local = { id: 'local:' + localCount, local: true, waId: waId, from: 'customer', type: 'text', text: text, status: 'sending', at: new Date().toISOString() };
  state.messages.set(local.id, local);
  renderMessages();
  scrollToEnd();
  try {
    const message = await call('POST', '/accounts/' + pnid + '/chats/' + waId + '/messages', { text: text });
    state.messages.delete(local.id);
    // The stream may already have sent a newer status.
    if (state.waId === waId && state.pnid === pnid && !state.messages.has(message.id)) state.messages.set(message.id, message);
  } catch {
    state.messages.set(local.id, Object.assign({}, local, { status: 'failed' }));
  }
  renderMessages();
  renderBusiness();
}

function fitInput() {
  const input = $('phone-input');
  input.style.height = 'auto';
  input.style.height = Math.min(input.scrollHeight + 2, 132) + 'px';
  $('phone-send').disabled = input.value.trim() === '';
  state.drafts.set(state.pnid + ':' + state.waId, input.value);
}

function submit() {
  const input = $('phone-input');
  const text = input.value.trim();
  if (text === '') return;
  input.value = '';
  fitInput();
  input.focus();
  send(text);
}

async function switchTo(change) {
  leave();
  Object.assign(state, change);
  nodes.clear();
  $('log').replaceChildren();
  state.messages = new Map();
  $('phone-input').value = state.drafts.get(state.pnid + ':' + state.waId) || '';
  fitInput();
  renderAll();
  await loadChat().catch(offline);
}

const isThere = () => document.visibilityState === 'visible' && $('chat-open').checked && customer() && !customer().phoneOff;

// A lease, renewed while the page is visible, because a closed laptop does not read messages.
function reportPresence() {
  if (!state.waId) return;
  call('PUT', chatPath() + '/open', isThere() ? { open: true, leaseMs: 20000 } : { open: false }).catch(offline);
}

function leave() {
  if (!state.waId) return;
  const options = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"open":false}', keepalive: true };
  fetch('/control' + chatPath() + '/open', options).catch(() => undefined);
}

async function setOff(phoneOff) {
  const one = await call('PATCH', '/customers/' + state.waId, { phoneOff: phoneOff }).catch(offline);
  if (one) onCustomer(one);
  reportPresence();
}

async function addPerson(event) {
  event.preventDefault();
  const name = $('add-name').value.trim();
  const body = { waId: $('add-number').value };
  if (name !== '') body.name = name;
  try {
    const one = await call('POST', '/customers', body);
    onCustomer(one);
    $('add-dialog').close();
    await switchTo({ waId: one.waId });
    $('phone-input').focus();
  } catch (error) {
    $('add-failure').textContent = error.message;
    $('add-failure').hidden = false;
    $('add-number').focus();
  }
}

function openDialog() {
  $('add-form').reset();
  $('add-failure').hidden = true;
  $('add-dialog').showModal();
  $('add-name').focus();
}

function showSide(open) {
  $('side').classList.toggle('is-open', open);
  $('panel-open').setAttribute('aria-expanded', String(open));
  (open ? $('panel-close') : $('panel-open')).focus();
}
`;
