/** The page's state, and its calls to the control API. */
export const stateJs = /* js */ `
const state = {
  accounts: [], customers: [], pnid: null, waId: null,
  messages: new Map(), drafts: new Map(), activity: [], typingUntil: 0, atEnd: true, online: true, loading: 0, knobs: null, errors: null,
};

async function call(method, path, body) {
  const options = { method: method, headers: {} };
  if (body !== undefined) {
    options.headers['content-type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  const response = await fetch('/control' + path, options);
  const answer = await response.json();
  if (!response.ok) throw new Error((answer.error && answer.error.message) || 'The sandbox refused.');
  return answer;
}

const account = () => state.accounts.find((one) => one.phoneNumberId === state.pnid);
const customer = () => state.customers.find((one) => one.waId === state.waId);
const chatPath = () => '/accounts/' + state.pnid + '/chats/' + state.waId;

function remembered(name) {
  try { return localStorage.getItem('sandbox.' + name); } catch { return null; }
}

function remember() {
  const url = new URL(location.href);
  url.searchParams.set('business', state.pnid);
  url.searchParams.set('customer', state.waId);
  history.replaceState(null, '', url);
  try {
    localStorage.setItem('sandbox.business', state.pnid);
    localStorage.setItem('sandbox.customer', state.waId);
  } catch { /* No storage in private windows. The address bar has the choice. */ }
}

function choose(list, key, name) {
  const candidates = [state[name === 'business' ? 'pnid' : 'waId'], new URLSearchParams(location.search).get(name), remembered(name)];
  const chosen = candidates.find((value) => value && list.some((one) => one[key] === value));
  return chosen || (list[0] ? list[0][key] : null);
}

async function loadAll() {
  const [accounts, customers, activity] = await Promise.all([
    call('GET', '/accounts'), call('GET', '/customers'), call('GET', '/activity'),
  ]);
  state.accounts = accounts.data;
  state.customers = customers.data;
  state.activity = activity.data;
  state.pnid = choose(state.accounts, 'phoneNumberId', 'business');
  state.waId = choose(state.customers, 'waId', 'customer');
  await Promise.all([loadChat(), loadTemplates()]);
}

async function loadChat() {
  state.loading += 1;
  const turn = state.loading;
  const unsent = [...state.messages.values()].filter((message) => message.local && message.waId === state.waId);
  const answer = await call('GET', chatPath() + '/messages?all=1');
  // Another person was chosen during the request.
  if (turn !== state.loading) return;
  state.messages = new Map(answer.data.map((message) => [message.id, message]));
  for (const message of unsent) state.messages.set(message.id, message);
  state.typingUntil = 0;
  remember();
  renderAll();
  scrollToEnd();
  reportPresence();
  await loadFailures();
  fillErrors();
}
`;
