/** Helpers for elements, icons, and formatted times and numbers. Text is only ever inserted as text nodes. */
export const domJs = /* js */ String.raw`
const $ = (id) => document.getElementById(id);

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

function svg(viewBox, path) {
  const space = 'http://www.w3.org/2000/svg';
  const node = document.createElementNS(space, 'svg');
  const stroke = document.createElementNS(space, 'path');
  const look = { viewBox: viewBox, fill: 'none', stroke: 'currentColor', 'stroke-width': '1.7', 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true' };
  for (const [name, value] of Object.entries(look)) node.setAttribute(name, value);
  stroke.setAttribute('d', path);
  node.append(stroke);
  return node;
}

const tickShapes = {
  sending: 'M9 3.2V6l2 1.2M9 1.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 0 0 0-9.6z',
  sent: 'M5 6.4l3 3L14 2.6',
  delivered: 'M1.5 6.4l3 3L10.500 2.6M8.400 9.400L15.500 2.600',
  read: 'M1.5 6.4l3 3L10.500 2.6M8.400 9.400L15.500 2.600',
  failed: 'M9 3v4M9 9.600v.1',
};
const tickWords = {
  sending: 'Sending',
  sent: 'Sent: WhatsApp has it',
  delivered: 'Delivered: the business has it',
  read: 'Read by the business',
  failed: 'Not sent',
};

function ticks(status) {
  const label = tickWords[status] || status;
  const node = el('span', { class: 'ticks' + (status === 'read' ? ' is-read' : ''), role: 'img', 'aria-label': label, title: label });
  node.append(svg('0 0 18 12', tickShapes[status] || tickShapes.sending));
  return node;
}

function initials(name) {
  const words = name.replace(/[^\p{L}\p{N} ]/gu, ' ').trim().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return '?';
  if (/^\d+$/.test(words[0])) return words[words.length - 1].slice(-2);
  const first = [...words[0]][0];
  return (words.length > 1 ? first + [...words[words.length - 1]][0] : first).toUpperCase();
}

function hueOf(text) {
  let sum = 0;
  for (const unit of text) sum = (sum * 31 + unit.codePointAt(0)) % 360;
  return sum;
}

function pretty(digits) {
  if (/^1\d{10}$/.test(digits)) return '+1 ' + digits.slice(1, 4) + ' ' + digits.slice(4, 7) + ' ' + digits.slice(7);
  if (/^44\d{10}$/.test(digits)) return '+44 ' + digits.slice(2, 6) + ' ' + digits.slice(6);
  return '+' + digits;
}

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const secondFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

function dayWords(date) {
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return dayFormat.format(date);
}
`;
