// The query mix: each kind returns a different path on every call, drawn from the people of the tenant.
import { createRandom } from './search-people.mjs';

const DENSE = ['an', 'er', 'mar', '491', 'sch', 'ann', '5511', 'gmbh', 'maria', 'ez'];
const STATUSES = ['cold', 'warm', 'hot', 'customer'];

/** @returns {Record<string, () => string>} functions that return a request path, by kind; the floor first. */
export function createQueries({ people }, seed = 11) {
  const random = createRandom(seed);
  const below = (end) => Math.floor(random() * end);
  const pick = (list) => list[below(list.length)];
  const anyPerson = () => pick(people);
  const piece = (text, length) => {
    for (;;) {
      const characters = [...text()];
      const start = below(Math.max(1, characters.length - length + 1));
      const found = characters.slice(start, start + length).join('');
      if (found.trim() === found && [...found].length === length) return found;
    }
  };
  const name = () => anyPerson().name;
  const phone = () => anyPerson().phone;
  const either = () => (random() < 0.5 ? name() : phone());
  const search = (term, more = '') => `/contacts?search=${encodeURIComponent(term)}${more}`;
  const withStatus = () => `&status=${pick(STATUSES)}`;
  const nonsense = () => Array.from({ length: 4 + below(8) }, () => pick('jqxzvwy')).join('');

  return {
    'GET by id (the floor)': () => `/contacts/${anyPerson().id}`,
    'full name': () => search(name()),
    'part of a name, 4-8 characters': () => search(piece(name, 4 + below(5))),
    'middle of a phone, 5-7 digits': () => search(piece(() => phone().slice(2), 5 + below(3))),
    'middle of a phone, 4 digits': () => search(piece(() => phone().slice(1), 4)),
    'whole phone with +': () => search(`+${phone()}`),
    'part with a status': () => search(piece(either, 4 + below(5)), withStatus()),
    'no match': () => search(nonsense()),
    '3 characters': () => search(piece(either, 3)),
    '3 characters with a status': () => search(piece(either, 3), withStatus()),
    'frequent, everywhere': () => search(pick(DENSE)),
    'frequent, in old contacts only': () => search(pick(['import', '(imp', 'impor', 'mport)', '(import)'])),
    'frequent, page 25': () => search(pick(DENSE), '&page=25'),
    '2 characters': () => search(piece(either, 2)),
    '1 character': () => search(piece(either, 1)),
    'list, page 1': () => '/contacts',
    'list, page 1,000': () => '/contacts?page=1000',
    'list, page 40,000': () => '/contacts?page=40000',
    'status alone': () => `/contacts?${withStatus().slice(1)}`,
  };
}
