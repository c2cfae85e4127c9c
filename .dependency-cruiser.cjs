/**
 * The house's import rules (DESIGN 3). Each fails the check; none is a warning. The list is closed: a
 * file that belongs to no layer fails `belongs-to-a-layer`, so a new folder starts with a rule here.
 */
const LAYERS = [
  '^shared/(contract|events|domain|ipc)/',
  '^server/(main|app|config|container|queues|admin|openapi)\\.ts$',
  '^server/(admin|kernel|db|features|flows|openapi|platform|inference|sandbox|launcher)/',
  '^renderer/(app|features|ui|lib|locales)/',
  '^renderer/(main\\.tsx|config\\.ts|vite\\.config\\.ts|[a-z-]+\\.d\\.ts)$',
  '^renderer/public/',
  '^electron/(main|preload)/',
  '^models/',
  '^client/',
  '^integrations/n8n/src/',
];

const TESTS = '\\.test\\.tsx?$|^test/';
/** A feature with rooms has an index in each: the inference process takes only the rooms that it needs. */
const FEATURE_INDEX = '^server/features/[^/]+/index\\.ts$|^server/features/[^/]+/[^/]+/index\\.ts$';

/** Entry points that have just authenticated the caller; no other file may make a tenant's scope. */
const SCOPE_DOORS = [
  // A signed address of a download, and the old imports that housekeeping has found.
  '^server/flows/contact-files/(downloads|index)\\.ts$',
  '^server/flows/contacts-page/index\\.ts$',
  '^server/flows/rehearsal/index\\.ts$',
  '^server/flows/assist/drafts/draft-worker\\.ts$',
  '^server/flows/assist/qualification/qualification-worker\\.ts$',
  '^server/features/api-keys/authenticate-api-key\\.ts$',
  '^server/features/inference/keys/inference-calls\\.service\\.ts$',
  '^server/features/people/access-links\\.service\\.ts$',
  '^server/features/sessions/sessions\\.service\\.ts$',
  '^server/flows/media/(index|fetch-media|sweep-media)\\.ts$',
  '^server/flows/(inbound/(inbound-worker|callback-workspaces)|outbound/deliver-send|templates/sync-templates|broadcasts/broadcast-worker|access/(provision-tenant|first-run|sign-in)|demo/seed-demo)\\.ts$',
  '^server/features/(channel/channel-watch|webhooks/(sending/delivery-claims\\.repository|listener/listener-retention))\\.ts$',
  '^server/kernel/(queue/(jobs|rounds)|outbox/relay)\\.ts$',
  '^server/admin/',
];

module.exports = {
  forbidden: [
    {
      name: 'shared-is-a-leaf',
      comment:
        'shared imports only shared, zod, @orpc/contract and the rules of phone numbers: both sides and outsiders depend on it.',
      severity: 'error',
      from: { path: '^shared/', pathNot: TESTS },
      to: { pathNot: '^shared/|node_modules/(zod|@orpc/contract|libphonenumber-js)/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'It is installed by itself, on Node and in browsers: nothing of ours, no package, no Node.',
      severity: 'error',
      from: { path: '^client/' },
      to: { pathNot: '^client/' },
    },
    {
      name: 'integrations-stand-alone',
      comment: 'They are installed elsewhere: nothing of ours and no package, only Node.',
      severity: 'error',
      from: { path: '^integrations/' },
      to: { pathNot: '^integrations/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'renderer-is-a-browser',
      comment: 'The same renderer runs in a browser tab: no server, no electron, no Node.',
      severity: 'error',
      from: { path: '^renderer/', pathNot: `${TESTS}|vite\\.config\\.ts$` },
      to: { path: '^(server|electron|test|models)/' },
    },
    {
      name: 'renderer-without-node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: `${TESTS}|vite\\.config\\.ts$` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'first-screen-without-zod',
      comment: 'The inbox checks stored data with lib/checks.ts: zod is loaded with the first form.',
      severity: 'error',
      from: { path: '^renderer/(features/inbox|lib/offline|lib/notices)/', pathNot: TESTS },
      to: { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'electron-is-a-host',
      comment: 'It loads the renderer build, never its source.',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: '^(server|renderer|test|models)/' },
    },
    {
      name: 'server-stands-alone',
      severity: 'error',
      from: { path: '^server/', pathNot: TESTS },
      to: { path: '^(renderer|electron|test)/' },
    },
    {
      name: 'features-are-islands',
      comment: 'Features meet in flows, or through functions that the container passes in.',
      severity: 'error',
      from: { path: '^(server|renderer)/features/([^/]+)/' },
      to: { path: '^$1/features/', pathNot: '^$1/features/$2/' },
    },
    {
      name: 'features-know-no-flows',
      severity: 'error',
      from: { path: '^server/features/' },
      to: { path: '^server/(flows|container|app|main|launcher|admin|sandbox)' },
    },
    {
      name: 'only-a-features-index',
      comment: 'From outside, a feature is its index.ts.',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/features/|${TESTS}` },
      to: { path: '^server/features/', pathNot: FEATURE_INDEX },
    },
    {
      name: 'only-the-container-wires',
      comment: 'The index.ts of a flow wires it; only container.ts and the other flows take what it makes.',
      severity: 'error',
      from: { pathNot: `^server/container\\.ts$|^server/flows/[^/]+/index\\.ts$|${TESTS}` },
      to: { path: '^server/flows/[^/]+/index\\.ts$' },
    },
    {
      name: 'routes-over-service',
      comment: 'routes → service → repository → db.',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '\\.repository\\.ts$|^server/db/' },
    },
    {
      name: 'repository-is-the-bottom',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '\\.(service|routes)\\.ts$' },
    },
    {
      name: 'service-knows-no-http',
      severity: 'error',
      from: { path: '\\.service\\.ts$' },
      to: { path: '\\.routes\\.ts$|^server/kernel/http/(mount-contract|send-error|request-context)' },
    },
    {
      name: 'presenter-only-presents',
      severity: 'error',
      from: { path: '\\.presenter\\.ts$' },
      to: { path: '\\.(service|routes|repository)\\.ts$' },
    },
    {
      name: 'kernel-knows-no-business',
      severity: 'error',
      from: { path: '^server/kernel/' },
      to: { path: '^server/(features|flows|platform|app|container|main|sandbox|launcher|admin)' },
    },
    {
      name: 'platform-knows-no-features',
      severity: 'error',
      from: { path: '^server/platform/' },
      to: { path: '^server/(features|flows|db|app|container|main|sandbox|launcher|admin)' },
    },
    {
      name: 'sandbox-shares-no-code',
      comment: 'A wrong belief about the platform must not agree with itself.',
      severity: 'error',
      from: { path: '^server/sandbox/' },
      to: { path: '^(shared|server)/', pathNot: '^server/sandbox/' },
    },
    {
      name: 'nobody-uses-the-sandbox',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/sandbox/' },
      to: { path: '^server/sandbox/' },
    },
    {
      name: 'orm-boundary',
      comment:
        'Sequelize and mysql2 only in the database folder, the tenant repository, and backups, which stream.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '^server/db/|^server/kernel/tenancy/|^server/admin/backup/(dump|load)\\.sql\\.ts$',
      },
      to: { path: 'node_modules/(sequelize|umzug|mysql2)/' },
    },
    {
      name: 'express-boundary',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: '^server/(app\\.ts|kernel/http/|inference/|sandbox/)|\\.router\\.ts$',
      },
      to: { path: 'node_modules/(express|helmet)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'socket-boundary',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/kernel/realtime/' },
      to: { path: 'node_modules/(socket\\.io|@socket\\.io)/' },
    },
    {
      name: 'redis-boundary',
      comment: 'Redis may be away at any time: one file knows what that means.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/kernel/redis/' },
      to: { path: 'node_modules/@redis/' },
    },
    {
      name: 'tracing-boundary',
      comment: 'OpenTelemetry is loaded by one file, and only where tracing is switched on.',
      severity: 'error',
      from: { path: '^(shared|server)/', pathNot: `^server/kernel/tracing/open-tracing\\.ts$|${TESTS}` },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'tracing-on-demand',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/main\\.ts$|${TESTS}` },
      to: { path: '^server/kernel/tracing/open-tracing\\.ts$' },
    },
    {
      name: 'socket-client-boundary',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/lib/api/socket\\.ts$' },
      to: { path: 'node_modules/socket\\.io-client/' },
    },
    {
      name: 'ui-has-no-business',
      severity: 'error',
      from: { path: '^renderer/(ui|lib)/' },
      to: { path: '^renderer/(app|features)/' },
    },
    {
      name: 'renderer-features-below-app',
      severity: 'error',
      from: { path: '^renderer/features/' },
      to: { path: '^renderer/app/' },
    },
    {
      name: 'electron-boundary',
      severity: 'error',
      from: { pathNot: '^electron/' },
      to: { path: 'node_modules/electron/' },
    },
    {
      name: 'updater-boundary',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/main/updates/' },
      to: { path: 'node_modules/electron-updater/' },
    },
    {
      name: 'password-cost',
      comment: 'Tests hash passwords cheaply; no code of the product may.',
      severity: 'error',
      from: {
        path: '^(shared|server)/',
        pathNot: `^server/(kernel/crypto/passwords|admin/backup/sealed-stream)\\.ts$|${TESTS}`,
      },
      to: { path: '/password-cost\\.ts$' },
    },
    {
      name: 'scope-minting',
      comment:
        'A tenant scope is made only where a credential, a signature or a claimed row has been checked.',
      severity: 'error',
      from: { path: '^server/', pathNot: SCOPE_DOORS.join('|') },
      to: { path: '^server/kernel/tenancy/mint-tenant-scope\\.ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: `${TESTS}|\\.d\\.ts$|^renderer/(public|vite\\.config)|^server/db/local-mariadb/watchdog\\.ts$|\\.credentials\\.ts$`,
      },
      to: {},
    },
    {
      name: 'texts-through-t',
      comment: 'Texts are read by `t` of lib/i18n.ts, in the current language.',
      severity: 'error',
      from: { path: '^renderer/', pathNot: `^renderer/(lib|locales)/|${TESTS}` },
      to: { path: '^renderer/locales/' },
    },
    {
      name: 'belongs-to-a-layer',
      comment: 'Fail closed: a file in a place that no rule knows is an error until a rule knows it.',
      severity: 'error',
      from: {
        path: '^(shared|server|renderer|electron|models|client|integrations)/',
        pathNot: `${TESTS}|${LAYERS.join('|')}`,
      },
      to: {},
    },
    {
      name: 'not-in-production',
      comment: 'What the server needs at run time is a dependency, not a development tool.',
      severity: 'error',
      from: { path: '^(server|shared)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^vite/client$|\\.css$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/|^\\.cache/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
