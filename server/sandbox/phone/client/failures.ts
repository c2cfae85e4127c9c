/** The failure panel: chooses what fails between the platform and the business, and shows what fails now. */
export const failuresJs = /* js */ `
const shares = [['off', 0], ['every 4th', 0.25], ['every 2nd', 0.5], ['always', 1]];
const delays = [['off', 0], ['1 s', 1000], ['5 s', 5000], ['20 s', 20000]];
const yes = [['off', false], ['on', true]];
const failures = [
  ['Callbacks', [
    ['callbackDelayMs', 'come late', delays],
    ['duplicateRate', 'come twice', shares],
    ['reorder', 'come out of order', yes],
    ['callbackLostRate', 'get lost, and are tried again', shares],
    ['callbackAnswerLostRate', 'arrive, but their answer is lost', shares],
    ['callbackTimeoutMs', 'wait for an answer', [['10 s', 10000], ['1 s', 1000], ['50 ms', 50]]],
    ['badSignature', 'are wrongly signed', yes],
    ['missingContacts', 'come without contacts', yes],
  ]],
  ['Answers to the business', [
    ['answerDelayMs', 'come late', delays],
    ['answerErrorRate', 'are a 503', shares],
    ['answerHangRate', 'never come (time-out)', shares],
    ['hangUpRate', 'to sends: taken, then cut off', shares],
    ['answerRateLimit', 'are a rate limit', yes],
    ['usagePercent', 'report this use', [['1 %', 1], ['90 %', 90], ['100 %', 100]]],
    ['tokenExpired', 'say: the token has expired', yes],
  ]],
];
const everyFailure = failures.flatMap(([group, rows]) => rows.map(([knob, words, choices]) => ({ group, knob, words, choices })));

async function loadFailures() {
  if (!state.pnid) return;
  state.knobs = await call('GET', '/accounts/' + state.pnid + '/knobs');
  if (!state.errors) state.errors = (await call('GET', '/errors')).data;
  renderFailures();
}

const setKnobs = (patch) => call('PATCH', '/accounts/' + state.pnid + '/knobs', patch).then((knobs) => {
  state.knobs = knobs;
  renderFailures();
});

function activeFailures() {
  if (!state.knobs) return [];
  const on = everyFailure.filter(({ knob, choices }) => state.knobs[knob] !== choices[0][1]);
  const lines = on.map(({ group, knob, words, choices }) => {
    const chosen = choices.find(([, value]) => value === state.knobs[knob]);
    return group + ' ' + words + ': ' + (chosen ? chosen[0] : state.knobs[knob]);
  });
  const next = state.knobs.nextSends.length;
  return next === 0 ? lines : [...lines, next === 1 ? 'The next send fails as chosen' : 'The next ' + next + ' sends go as scripted'];
}

function renderFailures() {
  const active = activeFailures();
  $('failures-on').hidden = active.length === 0;
  $('failures-words').replaceChildren(...active.map((line) => el('li', {}, line)));
  $('failures-count').textContent = active.length === 0 ? 'none' : active.length + ' on';
  $('failures-count').className = 'state ' + (active.length === 0 ? 'good' : 'warn');
  for (const { knob, choices } of everyFailure) {
    const select = $('failures').querySelector('[data-knob="' + knob + '"]');
    const index = choices.findIndex(([, value]) => value === state.knobs[knob]);
    select.value = index < 0 ? '' : String(index);
  }
}

function resetFailures() {
  return setKnobs(Object.fromEntries([...everyFailure.map(({ knob, choices }) => [knob, choices[0][1]]), ['nextSends', []]]));
}

function buildFailures() {
  $('failures').replaceChildren(...failures.flatMap(([group, rows]) => [
    el('h3', {}, group),
    ...rows.map(([knob, words, choices]) => {
      const select = el('select', { 'data-knob': knob }, ...choices.map(([label], index) => el('option', { value: index }, label)));
      select.addEventListener('change', () => setKnobs({ [knob]: choices[Number(select.value)][1] }).catch(offline));
      return el('label', { class: 'failure-row' }, el('span', {}, words), select);
    }),
  ]));
}

async function failNext(event) {
  event.preventDefault();
  const [code, subcode] = $('failure-error').value.split('/').map(Number);
  const one = { code: code, way: $('failure-way').value };
  await setKnobs({ nextSends: [...state.knobs.nextSends, subcode ? Object.assign(one, { subcode: subcode }) : one] }).catch(offline);
}

function fillErrors() {
  if (!state.errors || $('failure-error').options.length > 0) return;
  const able = state.errors.filter((one) => one.way !== 'inbound');
  $('failure-error').replaceChildren(...able.map((one) => {
    const code = one.subcode === null ? String(one.code) : one.code + '/' + one.subcode;
    return el('option', { value: code, 'data-way': one.way }, code + ' · ' + one.title);
  }));
  followWay();
}

function followWay() {
  const chosen = $('failure-error').selectedOptions[0];
  if (chosen) $('failure-way').value = chosen.dataset.way;
}
`;
