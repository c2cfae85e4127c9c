/** The dialog of ready-made messages other than text. */
export const kindsJs = /* js */ `
async function openKinds() {
  const { data } = await call('GET', '/samples');
  const groups = [...new Set(data.map((one) => one.group))];
  $('kinds-list').replaceChildren(...groups.map((group) => el('section', {},
    el('h3', {}, group),
    el('div', { class: 'kinds-group' }, ...data.filter((one) => one.group === group).map(kindButton)))));
  $('kinds-failure').hidden = true;
  $('kinds-dialog').showModal();
}

function kindButton(sample) {
  const button = el('button', { class: 'button small', type: 'button', 'data-testid': 'kind-' + sample.name }, sample.label);
  button.addEventListener('click', () => sendKind(sample.name));
  return button;
}

async function sendKind(name) {
  try {
    await call('POST', chatPath() + '/samples/' + name);
    $('kinds-dialog').close();
    scrollToEnd();
  } catch (error) {
    $('kinds-failure').textContent = error.message;
    $('kinds-failure').hidden = false;
  }
}
`;
