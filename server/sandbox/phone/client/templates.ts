/** The template review panel: each template with its status and the possible decisions. */
export const templatesJs = /* js */ `
const decisions = [
  ['Approve', { status: 'APPROVED' }], ['Reject', { status: 'REJECTED' }], ['Pause', { status: 'PAUSED' }], ['Disable', { status: 'DISABLED' }],
];
const reasons = ['INVALID_FORMAT', 'INCORRECT_CATEGORY', 'ABUSIVE_CONTENT', 'PROMOTIONAL', 'SCAM', 'TAG_CONTENT_MISMATCH'];
const stateLook = { APPROVED: 'good', PENDING: 'warn' };

async function loadTemplates() {
  if (!state.pnid) return;
  const answer = await call('GET', '/accounts/' + state.pnid + '/templates');
  const open = new Set([...document.querySelectorAll('#templates details[open]')].map((one) => one.dataset.id));
  const rows = answer.data.map((one) => templateNode(one, open.has(one.id)));
  $('templates').replaceChildren(...(rows.length > 0 ? rows : [el('p', { class: 'log-empty' }, 'This business has no templates.')]));
}

function templateNode(one, isOpen) {
  const head = el('summary', {}, el('b', {}, one.name), ' ', el('small', {}, one.language), el('span', { class: 'state ' + (stateLook[one.status] || 'bad') }, one.status.toLowerCase()));
  const reason = picker('Reason for rejection', reasons, one.status === 'REJECTED' ? one.rejectedReason : reasons[0]);
  const buttons = decisions.filter(([, change]) => change.status !== one.status).map(([label, change]) => {
    const button = el('button', { class: 'button', type: 'button' }, label);
    button.addEventListener('click', () => decide(one, change.status === 'REJECTED' ? Object.assign({ reason: reason.value }, change) : change));
    return button;
  });
  const category = picker('Category', ['MARKETING', 'UTILITY', 'AUTHENTICATION'], one.category);
  category.addEventListener('change', () => decide(one, { category: category.value }));
  const quality = picker('Quality', ['UNKNOWN', 'GREEN', 'YELLOW', 'RED'], one.quality);
  quality.addEventListener('change', () => decide(one, { quality: quality.value }));
  const text = (one.components.find((part) => part.type === 'BODY') || {}).text;
  return el('details', { class: 'template', 'data-testid': 'sandbox-template', 'data-id': one.id, 'data-name': one.name, open: isOpen },
    head, el('p', { dir: 'auto' }, text), el('div', { class: 'row' }, ...buttons), el('div', { class: 'row' }, reason, category, quality));
}

function picker(label, values, chosen) {
  const select = el('select', { 'aria-label': label }, ...values.map((value) => el('option', { value: value }, value.toLowerCase().replace(/_/g, ' '))));
  select.value = chosen;
  return select;
}

const decide = (one, change) => call('PATCH', '/templates/' + one.id, change).catch(offline);
`;
