/** The parts around the messages: person, business, connection, switches and activity log. */
export const panelJs = /* js */ `
function renderAll() {
  renderPicker();
  renderBusiness();
  renderPhone();
  renderMessages();
  renderActivity();
}

function options(select, list, valueOf, labelOf, chosen) {
  const print = JSON.stringify([list.map((one) => [valueOf(one), labelOf(one)]), chosen]);
  if (select.dataset.print === print) return;
  select.dataset.print = print;
  select.replaceChildren(...list.map((one) => el('option', { value: valueOf(one) }, labelOf(one))));
  select.value = chosen;
}

function face(node, name) {
  node.textContent = initials(name);
  node.style.setProperty('--hue', hueOf(name));
}

function renderPicker() {
  const label = (one) => (one.name.startsWith('+') ? pretty(one.waId) : one.name + '  ·  ' + pretty(one.waId));
  options($('customer-select'), state.customers, (one) => one.waId, label, state.waId);
  if (customer()) face($('customer-avatar'), customer().name);
}

function renderBusiness() {
  const one = account();
  if (!one) return;
  options($('business-select'), state.accounts, (each) => each.phoneNumberId, (each) => each.verifiedName + '  ·  ' + each.displayPhoneNumber, state.pnid);
  $('business-select').hidden = state.accounts.length < 2;
  face($('business-avatar'), one.verifiedName);
  $('business-name').textContent = one.verifiedName;
  const typing = state.typingUntil > Date.now();
  $('business-line').textContent = typing ? 'typing…' : one.displayPhoneNumber;
  $('business-line').classList.toggle('is-typing', typing);
  $('fact-number').textContent = one.displayPhoneNumber;
  const target = one.callbacks.number || one.callbacks.waba || one.callbacks.app;
  const connected = Boolean(target) && one.subscribed;
  const newest = state.activity.filter((each) => each.kind === 'callback' && each.phoneNumberId === state.pnid).pop();
  const silent = connected && newest && !newest.ok;
  $('fact-server').replaceChildren(el('span', { class: 'state ' + (connected && !silent ? 'good' : 'warn'), title: target ? target.url : null }, silent ? 'not taking messages' : connected ? 'connected' : 'not connected'));
  const [open, words] = windowWords();
  $('fact-window').replaceChildren(el('span', { class: 'state ' + (open ? 'good' : 'warn') }, words));
  const failure = !state.online ? 'The sandbox does not answer. Trying again…' : connected ? '' : 'This business has no callback URL yet. What you write waits here and is handed over once it has one.';
  $('notice').textContent = failure;
  $('notice').hidden = failure === '';
}

function windowWords() {
  const mine = [...state.messages.values()].filter((message) => message.from === 'customer' && !hiddenKinds.includes(message.type) && !message.local);
  const newest = Math.max(0, ...mine.map((message) => Date.parse(message.at)));
  const left = newest + 86400000 - Date.now();
  if (left <= 0) return [false, newest === 0 ? 'not opened yet' : 'closed'];
  const hours = Math.floor(left / 3600000);
  return [true, hours >= 1 ? 'open, ' + hours + ' h left' : 'open, ' + Math.max(1, Math.floor(left / 60000)) + ' min left'];
}

function renderPhone() {
  const one = customer();
  const off = Boolean(one && one.phoneOff);
  $('off').hidden = !off;
  $('phone-power').checked = !off;
  for (const id of ['log', 'composer']) $(id).inert = off;
  const held = [...state.messages.values()].filter((message) => message.from === 'business' && message.status === 'sent').length;
  $('off-line').textContent = held === 0 ? 'Messages will wait until it is on again.' : held === 1 ? 'One message is waiting.' : held + ' messages are waiting.';
}

const arrows = { call: 'M11.500 7H2.500M6 3.500L2.500 7L6 10.500', callback: 'M2.500 7h9M8 3.500L11.500 7L8 10.500' };
const who = { call: 'Business ', callback: 'WhatsApp: ' };

function renderActivity() {
  const list = state.activity.filter((one) => one.phoneNumberId === null || one.phoneNumberId === state.pnid).slice(-80).reverse();
  const rows = list.map((one) => el('li', { class: 'log-row' },
    svg('0 0 14 14', arrows[one.kind]),
    el('span', {}, who[one.kind] + one.title),
    el('time', { datetime: new Date(one.at).toISOString() }, secondFormat.format(new Date(one.at))),
    el('span', { class: 'outcome' + (one.ok ? '' : ' is-bad') }, one.outcome)));
  $('activity').replaceChildren(...(rows.length > 0 ? rows : [el('li', { class: 'log-empty' }, 'Nothing yet. Calls of the business and callbacks to its server appear here.')]));
}

function renderLegend() {
  const lines = [['sent', 'WhatsApp has it'], ['delivered', 'the business’s server has it'], ['read', 'someone there has read it']];
  $('legend').replaceChildren(...lines.map(([status, words]) => {
    const mark = ticks(status);
    mark.setAttribute('aria-hidden', 'true');
    return el('li', {}, mark, words);
  }));
}
`;
