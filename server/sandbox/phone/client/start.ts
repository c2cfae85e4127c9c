/** The event stream, and the page's event listeners. */
export const startJs = /* js */ `
function offline() {
  state.online = false;
  renderBusiness();
}

function onMessage(message) {
  if (message.phoneNumberId !== state.pnid || message.waId !== state.waId) return;
  const isNew = !state.messages.has(message.id) || !onPhone(state.messages.get(message.id));
  state.messages.set(message.id, message);
  const away = !endIsNear();
  if (message.from === 'business' && onPhone(message)) state.typingUntil = 0;
  renderMessages();
  renderBusiness();
  renderPhone();
  if (isNew && away && message.from === 'business' && onPhone(message)) $('jump').hidden = false;
}

function onCustomer(one) {
  const index = state.customers.findIndex((each) => each.waId === one.waId);
  if (index < 0) state.customers.push(one);
  else state.customers[index] = one;
  renderPicker();
  renderPhone();
}

function onTyping(event) {
  if (event.phoneNumberId !== state.pnid || event.waId !== state.waId) return;
  state.typingUntil = event.until;
  renderMessages();
  renderBusiness();
  setTimeout(() => { renderMessages(); renderBusiness(); }, Math.max(0, event.until - Date.now()) + 50);
}

function listen() {
  const source = new EventSource('/control/stream');
  const on = (name, react) => source.addEventListener(name, (event) => react(JSON.parse(event.data)));
  on('message', (event) => onMessage(event.message));
  on('customer', (event) => onCustomer(event.customer));
  on('typing', onTyping);
  on('activity', (event) => {
    state.activity.push(event.activity);
    state.activity = state.activity.slice(-200);
    renderActivity();
    renderBusiness();
  });
  on('templates', () => loadTemplates().catch(offline));
  on('reload', () => loadAll().catch(offline));
  // Loads everything on every connection, the first and each reconnection.
  source.addEventListener('open', () => {
    state.online = true;
    loadAll().catch(offline);
  });
  source.addEventListener('error', offline);
}

$('composer').addEventListener('submit', (event) => { event.preventDefault(); submit(); });
$('phone-input').addEventListener('input', fitInput);
$('phone-input').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
$('customer-select').addEventListener('change', (event) => switchTo({ waId: event.target.value }));
$('business-select').addEventListener('change', (event) => switchTo({ pnid: event.target.value }).then(loadTemplates).catch(offline));
$('chat-open').addEventListener('change', () => { reportPresence(); renderMessages(); });
$('phone-power').addEventListener('change', (event) => setOff(!event.target.checked));
$('turn-on').addEventListener('click', () => setOff(false).then(() => $('phone-input').focus()));
$('customer-add').addEventListener('click', openDialog);
$('add-cancel').addEventListener('click', () => $('add-dialog').close());
$('add-form').addEventListener('submit', addPerson);
$('phone-attach').addEventListener('click', () => openKinds().catch(offline));
$('kinds-cancel').addEventListener('click', () => $('kinds-dialog').close());
$('failures-reset').addEventListener('click', () => resetFailures().catch(offline));
$('failure-next').addEventListener('submit', failNext);
$('failure-error').addEventListener('change', followWay);
$('panel-open').addEventListener('click', () => showSide(true));
$('panel-close').addEventListener('click', () => showSide(false));
$('jump').addEventListener('click', scrollToEnd);
$('log').addEventListener('scroll', () => {
  state.atEnd = endIsNear();
  if (state.atEnd) $('jump').hidden = true;
});
// A growing input field or an on-screen keyboard must not push the newest message out of view.
new ResizeObserver(() => { if (state.atEnd) scrollToEnd(); }).observe($('log'));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && $('side').classList.contains('is-open')) showSide(false);
});
document.addEventListener('visibilitychange', reportPresence);
addEventListener('pagehide', leave);
setInterval(() => { if (isThere()) reportPresence(); renderBusiness(); loadFailures().catch(offline); }, 8000);
renderLegend();
buildFailures();
listen();
`;
