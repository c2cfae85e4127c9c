// `npm run new feature saved-views`: writes the files of a feature and adds it to the lists. The templates in
// scripts/new/feature are a feature named "saved views"; its names are replaced by the new names.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const templates = join(root, 'scripts/new/feature');

const [what, plural] = process.argv.slice(2);
if (what !== 'feature' || !/^[a-z]+(-[a-z]+)*$/.test(plural ?? '')) {
  fail('Usage: npm run new feature <plural-name>, for example: npm run new feature saved-views');
}
const singular = singularOf(plural);
if (existsSync(join(root, 'server/features', plural))) fail(`server/features/${plural} already exists.`);

const migrations = readdirSync(join(root, 'server/db/migrations'));
const lastNumber = Math.max(...migrations.map((file) => Number(/^\d{4}/.exec(file)?.[0] ?? 0)));
const number = String(lastNumber + 1).padStart(4, '0');
const prefix = freePrefix();
const changed = [];
const byHand = [];

for (const entry of readdirSync(templates, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const path = join(entry.parentPath, entry.name);
  const target = named(path.slice(templates.length + 1).replace(/\.txt$/, ''));
  mkdirSync(dirname(join(root, target)), { recursive: true });
  writeFileSync(join(root, target), named(readFileSync(path, 'utf8')));
  changed.push(target);
}

const contract = 'shared/contract/index.ts';
addImport(contract, "import { savedViewsContract } from './saved-views.contract.ts';");
addAfter(contract, 'export const dashboardApi = {\n', '  savedViews: savedViewsContract,\n');
addAfter('shared/domain/ids.ts', 'export const ID_PREFIX = {\n', "  savedView: 'PREFIX',\n");
addBefore(
  'shared/domain/errors.ts',
  '  method_not_allowed: {',
  "  saved_view_not_found: { status: 404, message: 'There is no such saved view.' },\n",
);
addImport('server/db/migrations/index.ts', "import { savedViews } from './NNNN-saved-views.ts';");
addBefore('server/db/migrations/index.ts', '];\n', '  savedViews,\n');
addImport('server/db/models/index.ts', "import { savedViewModel } from './saved-view.model.ts';");
addAfter('server/db/models/index.ts', '  return {\n', '    savedView: savedViewModel(sequelize),\n');
const container = 'server/container.ts';
addImport(container, "import { registerSavedViews } from './features/saved-views/index.ts';");
addAfter(
  container,
  '  const auditLog = registerAuditLog();\n',
  '  const savedViews = registerSavedViews();\n',
);
addAfter(container, '        auditLog: auditLog.routes,\n', '        savedViews: savedViews.routes,\n');

addBefore(
  'renderer/app/settings-routes.ts',
  '/** The settings: their frame',
  `const savedViews = createRoute({
  getParentRoute: () => settings,
  path: '/saved-views',
  staticData: { permission: 'settings:manage' },
  component: lazyRouteComponent(() => import('../features/saved-views/saved-views.page.tsx'), 'SavedViewsPage'),
});

`,
);
addAfter('renderer/app/settings-routes.ts', '  start,\n', '  savedViews,\n');
addBefore(
  'renderer/app/sections/settings-pages.ts',
  '] as const satisfies readonly {',
  "  { path: '/settings/saved-views', name: 'savedViews', icon: IconListDetails, group: 'workspace' },\n",
);
for (const language of ['en', 'pt-BR']) {
  addAfter(`renderer/locales/${language}/app.json`, '"sections": {\n', '    "savedViews": "Saved views",\n');
}
addAfter(
  'renderer/locales/pt-BR/later/errors.json',
  '"codes": {\n',
  '    "saved_view_not_found": "Este item não existe.",\n',
);
for (const language of ['en', 'pt-BR']) {
  const file = `renderer/locales/${language}/pages.ts`;
  addImport(file, "import savedViews from './saved-views.json' with { type: 'json' };");
  addAfter(file, 'export const pages = {\n', "  'saved-views': savedViews,\n");
}

const requests = 'test/tenancy/route-requests.ts';
const things = 'test/tenancy/things.ts';
addAfter(things, 'export interface Things {\n', '  savedView(): Promise<string>;\n');
addAfter(
  requests,
  /const REQUESTS: [^\n]+ = \{\n/,
  `  'savedViews.list': nothing,
  'savedViews.create': async () => ({ body: { name: 'made by a test' } }),
  'savedViews.remove': async (things) => ({ params: { id: await things.savedView() } }),
`,
);
addAfter(things, /export function noThings\(\)[\s\S]*?return \{\n/, "    savedView: id('PREFIX'),\n");
addAfter(
  'test/tenancy/things-of.ts',
  '\n  return {\n',
  "    savedView: async () => (await workspace.dashboard('POST', '/saved-views', { name: 'spare' })).body.id,\n",
);
addAfter(
  'test/api/housekeeping.test.ts',
  /const KEPT: [^\n]+ = \{\n/,
  "  saved_views: 'kept until a person deletes the saved view',\n",
);
addAfter('test/fuzz/bank.ts', /const KIND_OF: [^\n]+ = \{\n/, "  'saved-views': 'missing',\n");
addAfter(
  'test/fuzz/fuzz.test.ts',
  /const NEEDS_MORE_THAN_CHANCE[^\n]+ = new Set\(\n {2}Object\.entries\(\{\n/,
  "    savedViews: ['remove'],\n",
);

const code = changed.filter((file) => !file.endsWith('.json'));
spawnSync(
  process.execPath,
  [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', ...changed],
  { cwd: root, stdio: 'ignore' },
);

console.log(`Wrote the feature ${plural}:\n${code.map((file) => `  ${file}`).join('\n')}`);
for (const { file, text } of byHand) console.log(`\nAdd to ${file} by hand:\n${text}`);
console.log(`
Next:
  1. Columns: server/db/migrations/${number}-${plural}.ts, the model, the contract.
  2. Permission: the routes of API and dashboard use settings:manage.
  3. Texts: renderer/locales/en/${plural}.json, and its translation in pt-BR.
  4. npm test -- test/api/${plural}.test.ts, then npm run check.
  5. Events, audit entries, limits: server/features/api-keys shows how.`);
process.exit(byHand.length === 0 ? 0 : 1);

/** Replaces the names in a template by those of the new feature. */
function named(text) {
  const spaced = (name) => name.replaceAll('-', ' ');
  const sentence = (name) => spaced(name).replace(/^./, (letter) => letter.toUpperCase());
  const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const pascal = (name) => camel(name).replace(/^./, (letter) => letter.toUpperCase());
  const forms = (name, example) => [
    [pascal(example), pascal(name)],
    [camel(example), camel(name)],
    [example, name],
    [example.replaceAll('-', '_'), name.replaceAll('-', '_')],
    [sentence(example), sentence(name)],
    [spaced(example), spaced(name)],
  ];
  // The plural first, because it contains the singular.
  const all = [...forms(plural, 'saved-views'), ...forms(singular, 'saved-view')];
  return all.reduce(
    (made, [from, to]) => made.replaceAll(from, to),
    text.replaceAll('NNNN', number).replaceAll('PREFIX', prefix),
  );
}

function addImport(file, line) {
  addBefore(file, /^import /m, `${line}\n`);
}

function addAfter(file, anchor, text) {
  insert(file, anchor, text, (at, found) => at + found.length);
}

function addBefore(file, anchor, text) {
  insert(file, anchor, text, (at) => at);
}

/** Inserts a text at the first match. Without a match, it is printed at the end for inserting by hand. */
function insert(file, anchor, template, placeOf) {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  const text = named(template);
  const found = typeof anchor === 'string' ? anchor : (anchor.exec(source)?.[0] ?? '');
  const at = found === '' ? -1 : source.indexOf(found);
  if (at < 0) {
    byHand.push({ file, text });
    return;
  }
  const place = placeOf(at, found);
  writeFileSync(path, source.slice(0, place) + text + source.slice(place));
  if (!changed.includes(file)) changed.push(file);
}

/** Returns an unused prefix for ids: the initials, or the first letters of the name. */
function freePrefix() {
  const taken = readFileSync(join(root, 'shared/domain/ids.ts'), 'utf8');
  const initials = singular
    .split('-')
    .map((word) => word[0])
    .join('');
  const letters = singular.replaceAll('-', '');
  const candidates = [initials, letters.slice(0, 2), letters.slice(0, 3), letters.slice(0, 4), letters];
  return candidates.find((one) => one.length > 1 && !taken.includes(`'${one}'`)) ?? letters;
}

function singularOf(name) {
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(s|x|z|ch|sh)es$/.test(name)) return name.replace(/es$/, '');
  if (/[^s]s$/.test(name)) return name.replace(/s$/, '');
  return fail(`"${name}" must be a plural, such as saved-views.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
