/** Renders the content of a message: text, a file, a filled-in template, the quoted message and reactions. */
export const contentJs = /* js */ `
const kindWords = {
  image: 'Photo', video: 'Video', audio: 'Audio', document: 'Document', sticker: 'Sticker', template: 'Template',
  location: 'Location', contacts: 'Contact card', button: 'Button', interactive: 'Choice', order: 'Order',
};

function contentOf(message) {
  if (message.changed === 'deleted') return [el('span', { class: 'note-changed' }, 'You deleted this message')];
  const payload = message.payload && typeof message.payload === 'object' ? message.payload : {};
  const parts = message.type === 'template' ? templateParts(payload, message)
    : ['image', 'video', 'audio', 'document', 'sticker'].includes(message.type) ? fileParts(message.type, payload)
    : message.type === 'text' ? [words(message.text)]
    : message.type === 'interactive' && payload.action ? offerParts(payload, message)
    : [kind(message.type), words(spoken(message, payload))];
  const edited = message.changed === 'edited' ? el('span', { class: 'note-changed' }, 'Edited') : null;
  return [quoteOf(message), ...parts, edited].filter(Boolean);
}

// The text of types that have none of their own: a location, the names on contact cards, a choice, an order,
// or an unknown type.
function spoken(message, payload) {
  if (message.type === 'location') return [payload.name, payload.address, payload.latitude + ', ' + payload.longitude].filter(Boolean).join('\\n');
  if (message.type === 'contacts') return (Array.isArray(message.payload) ? message.payload : []).map((card) => card.name && card.name.formatted_name).join(', ');
  if (message.type === 'order') return (payload.product_items || []).length + ' items' + (payload.text ? ' · ' + payload.text : '');
  const chosen = payload.button_reply || payload.list_reply || payload.nfm_reply;
  if (chosen) return chosen.title || chosen.body || '';
  return message.text.replace('[' + message.type + ']', '').trim() || 'Without words';
}

const words = (text) => el('span', { class: 'words', dir: 'auto' }, text);
const kind = (type, name) => el('span', { class: 'kind' }, el('b', {}, kindWords[type] || type), name ? ' ' + name : '');

// The page loads nothing from other servers, so a link is shown as its name and URL, without a preview.
function fileParts(type, payload) {
  const drawn = drawnFile(type, payload);
  if (drawn) return [drawn, payload.caption ? words(payload.caption) : null];
  const name = payload.filename || (payload.link ? lastStep(payload.link) : 'File ' + payload.id);
  const link = payload.link ? el('a', { class: 'file', href: payload.link, target: '_blank', rel: 'noopener noreferrer' }, name) : el('span', { class: 'file' }, name);
  return [kind(type), link, payload.caption ? words(payload.caption) : null];
}

function lastStep(link) {
  const steps = link.split(/[?#]/)[0].split('/').filter(Boolean);
  return steps.length > 2 ? steps[steps.length - 1] : link;
}

function templateParts(payload, message) {
  const components = Array.isArray(payload.components) ? payload.components : [];
  const lines = components.map((part) => el('li', {}, partName(part) + ': ' + (part.parameters || []).map(valueOf).join(' · ')));
  return [kind('template', payload.name), message.text.startsWith('[template]') ? null : words(message.text), lines.length > 0 ? el('ul', { class: 'filled', dir: 'auto' }, ...lines) : null];
}

// A text with reply buttons, a list or a link. A choice is sent to the business as an answer to this message.
function offerParts(payload, message) {
  const { header, body, footer, action } = payload;
  return [
    ...(!header ? [] : header.type === 'text' ? [el('b', { class: 'words', dir: 'auto' }, header.text)] : fileParts(header.type, header[header.type] || {})),
    words((body && body.text) || ''),
    footer ? el('small', { class: 'offer-footer', dir: 'auto' }, footer.text) : null,
    el('span', { class: 'offers' }, ...offersOf(action, message)),
  ];
}

function offersOf(action, message) {
  if (action.buttons) return action.buttons.map(({ reply }) => offer(message, reply.title, null, { type: 'button_reply', button_reply: { id: reply.id, title: reply.title } }));
  if (action.parameters) return [el('a', { class: 'offer', href: action.parameters.url, target: '_blank', rel: 'noopener noreferrer' }, action.parameters.display_text)];
  const rows = (action.sections || []).flatMap((section) => [
    section.title ? el('b', { class: 'offer-section', dir: 'auto' }, section.title) : null,
    ...section.rows.map((row) => offer(message, row.title, row.description, { type: 'list_reply', list_reply: row })),
  ]);
  const list = el('details', { class: 'offer-list', open: openLists.has(message.id) }, el('summary', { class: 'offer', 'data-testid': 'phone-list' }, action.button), ...rows.filter(Boolean));
  list.addEventListener('toggle', () => list.open ? openLists.add(message.id) : openLists.delete(message.id));
  return [list];
}

// A message is drawn again when its status changes; its list stays open.
const openLists = new Set();

function offer(message, title, description, payload) {
  const button = el('button', { class: 'offer', type: 'button', dir: 'auto', 'data-testid': 'phone-choice' }, title, description ? el('small', {}, description) : null);
  button.addEventListener('click', () => {
    const list = button.closest('details');
    if (list) list.open = false;
    call('POST', chatPath() + '/messages', { type: 'interactive', payload: payload, replyTo: message.id }).catch(offline);
  });
  return button;
}

const partName = (part) => part.type === 'button' ? 'button ' + (Number(part.index) + 1) : part.type;

function valueOf(parameter) {
  const value = parameter[parameter.type];
  const shown = typeof value === 'string' ? value : value && (value.fallback_value || value.filename || value.link || value.name || value.id);
  return (parameter.parameter_name ? parameter.parameter_name + ' = ' : '') + (shown || parameter.type);
}

function quoteOf(message) {
  if (!message.replyTo) return null;
  const quoted = state.messages.get(message.replyTo);
  return el('blockquote', { class: 'quote', dir: 'auto' }, quoted ? quoted.text : 'An earlier message');
}

function reactionsOf(message) {
  const all = [...new Set(Object.values(message.reactions || {}))];
  return all.length === 0 ? [] : [el('span', { class: 'reactions', role: 'img', 'aria-label': 'Reactions: ' + all.join(' ') }, all.join(' '))];
}
`;
