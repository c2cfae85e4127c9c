/** The messages on the phone. DOM nodes are cached by message, so ticks change without flicker. */
export const messagesJs = /* js */ `
const nodes = new Map();

const hiddenKinds = ['reaction', 'edit', 'revoke', 'system', 'request_welcome'];
const onPhone = (message) => !hiddenKinds.includes(message.type) && (message.from === 'customer' || message.status === 'delivered' || message.status === 'read');

function shown() {
  return [...state.messages.values()].filter(onPhone).sort((a, b) => momentOf(a) - momentOf(b));
}

// Messages from the business are ordered by delivery: a phone that was off shows them after those it missed.
function momentOf(message) {
  return Date.parse(message.from === 'business' ? message.deliveredAt || message.at : message.at);
}

function renderMessages() {
  const log = $('log');
  const atEnd = endIsNear();
  const wanted = [];
  let before = null;
  for (const message of shown()) {
    const date = new Date(momentOf(message));
    const newDay = !before || new Date(momentOf(before)).toDateString() !== date.toDateString();
    if (newDay) wanted.push(kept('day:' + date.toDateString(), () => el('div', { class: 'day' }, dayWords(date))));
    const first = newDay || before.from !== message.from || momentOf(message) - momentOf(before) > 180000;
    wanted.push(messageNode(message, first));
    before = message;
  }
  if (state.typingUntil > Date.now()) {
    wanted.push(kept('typing', () => el('div', { class: 'typing', role: 'status', 'aria-label': 'The business is typing' }, el('i'), el('i'), el('i'))));
  }
  if (wanted.length === 0) wanted.push(hello());
  wanted.forEach((node, index) => {
    if (log.children[index] !== node) log.insertBefore(node, log.children[index] || null);
  });
  while (log.children.length > wanted.length) log.lastChild.remove();
  if (atEnd) scrollToEnd();
}

function kept(key, make) {
  if (!nodes.has(key)) nodes.set(key, make());
  return nodes.get(key);
}

function messageNode(message, first) {
  const node = kept(message.id, () => el('div', { class: 'message is-new', 'data-testid': 'phone-message' }));
  const unread = message.from === 'business' && message.status === 'delivered' && !$('chat-open').checked;
  node.classList.toggle('is-first', first);
  const print = [message.status, message.text, unread, message.changed, JSON.stringify(message.reactions)].join('|');
  if (node.dataset.print === print) return node;
  node.dataset.print = print;
  node.dataset.id = message.id;
  node.dataset.direction = message.from === 'customer' ? 'out' : 'in';
  node.dataset.status = message.status;
  const time = el('time', { datetime: message.at }, clockFormat.format(new Date(momentOf(message))));
  const mark = message.from === 'customer' ? ticks(message.status) : unread ? el('span', { class: 'unread-dot', role: 'img', 'aria-label': 'Unread' }) : null;
  node.replaceChildren(el('span', { class: 'unseen' }, message.from === 'customer' ? 'You: ' : 'Business: '), ...contentOf(message), el('span', { class: 'meta' }, ...[time, mark].filter(Boolean)));
  node.append(...reactionsOf(message));
  if (message.status === 'failed' && message.local) node.append(retryButton(message));
  return node;
}

function retryButton(message) {
  const button = el('button', { class: 'retry', type: 'button' }, 'Not sent. Try again');
  button.addEventListener('click', () => {
    state.messages.delete(message.id);
    send(message.text);
  });
  return button;
}

function hello() {
  const node = kept('hello', () => el('div', { class: 'hello' }));
  const name = account() ? account().verifiedName : 'the business';
  const bubble = svg('0 0 54 54', 'M9 16a7 7 0 0 1 7-7h22a7 7 0 0 1 7 7v13a7 7 0 0 1-7 7H25l-9 8v-8a7 7 0 0 1-7-7zM19 22.500h.1M27 22.500h.1M35 22.500h.1');
  bubble.setAttribute('stroke-width', '2.2');
  node.replaceChildren(bubble, el('b', {}, 'Say hello to ' + name), el('p', {}, 'What you write here reaches their inbox, and their answers arrive on this phone.'));
  return node;
}

function endIsNear() {
  const log = $('log');
  return log.scrollHeight - log.scrollTop - log.clientHeight < 60;
}

function scrollToEnd() {
  const log = $('log');
  log.scrollTop = log.scrollHeight;
  $('jump').hidden = true;
}
`;
