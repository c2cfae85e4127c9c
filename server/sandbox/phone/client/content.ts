/** What a message says: words, a file, a filled template, what it answers, and what was put on it. */
export const contentJs = /* js */ `
const kindWords = {
  image: 'Photo', video: 'Video', audio: 'Audio', document: 'Document', sticker: 'Sticker', template: 'Template',
  location: 'Location', contacts: 'Contact card', button: 'Button', interactive: 'Choice', order: 'Order',
};

function contentOf(message) {
  const payload = message.payload && typeof message.payload === 'object' ? message.payload : {};
  const parts = message.type === 'template' ? templateParts(payload)
    : ['image', 'video', 'audio', 'document', 'sticker'].includes(message.type) ? fileParts(message.type, payload)
    : [words(message.text)];
  return [quoteOf(message), ...parts].filter(Boolean);
}

const words = (text) => el('span', { class: 'words', dir: 'auto' }, text);
const kind = (type, name) => el('span', { class: 'kind' }, el('b', {}, kindWords[type]), name ? ' ' + name : '');

// The page loads nothing from elsewhere, so a file is its name and its address, not its picture.
function fileParts(type, payload) {
  const name = payload.filename || (payload.link ? lastStep(payload.link) : 'File ' + payload.id);
  const link = payload.link ? el('a', { class: 'file', href: payload.link, target: '_blank', rel: 'noopener noreferrer' }, name) : el('span', { class: 'file' }, name);
  return [kind(type), link, payload.caption ? words(payload.caption) : null];
}

function lastStep(link) {
  const steps = link.split(/[?#]/)[0].split('/').filter(Boolean);
  return steps.length > 2 ? steps[steps.length - 1] : link;
}

function templateParts(payload) {
  const components = Array.isArray(payload.components) ? payload.components : [];
  const lines = components.map((part) => el('li', {}, partName(part) + ': ' + (part.parameters || []).map(valueOf).join(' · ')));
  return [kind('template', payload.name), lines.length > 0 ? el('ul', { class: 'filled', dir: 'auto' }, ...lines) : null];
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
