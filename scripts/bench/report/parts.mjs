// The parts of the report, in order: the benchmark of each, its options, those of a quick run, and their time limits in minutes.
// A quick run has ten minutes on two quiet cores, so its sizes are small; its figures show that something works, not how fast.

/**
 * `title` and `floor` are for the page; `args` and `quick` are the options; `limit` and `quickLimit` are minutes. A part with
 * `needsModel` is given a model file, and one that `keepsData` is given a folder for it if the report has one.
 */
export const PARTS = [
  {
    ...{ name: 'start', title: 'Start, recovery and memory', limit: 10, quickLimit: 2 },
    floor: 'a bare server with a pool of connections',
    ...{ args: [], quick: ['--rounds', '2', '--messages', '2000', '--seconds', '3'] },
  },
  {
    ...{ name: 'api', title: 'API: reads, writes and sends', limit: 20, quickLimit: 2.5 },
    floor: '`node:http` and mysql2 with the same SQL statements',
    ...{ args: [], quick: ['--only', 'list,create,send', '--seconds', '1'] },
  },
  {
    ...{ name: 'callbacks', title: 'Callbacks', limit: 10, quickLimit: 1.5 },
    floor: 'a server that checks the signature and inserts the body',
    ...{ args: [], quick: ['--rounds', '3', '--seconds', '1'] },
  },
  {
    ...{ name: 'webhooks', title: 'Webhook deliveries', limit: 8, quickLimit: 1 },
    floor: 'a loop of signed POSTs',
    ...{ args: [], quick: ['--deliveries', '2000', '--seconds', '4'] },
  },
  {
    ...{ name: 'realtime', title: 'Realtime fan-out', limit: 20, quickLimit: 1.5 },
    floor: 'a bare socket.io server that sends the same event to the same rooms',
    ...{ args: [], quick: ['--sockets', '10,200,1000', '--seconds', '3', '--rounds', '2'] },
  },
  {
    ...{ name: 'reconnect', title: 'Dashboards of a killed server', limit: 15, quickLimit: 1 },
    floor: 'the same load before',
    ...{ args: [], quick: ['--sockets', '100', '--rounds', '1'] },
  },
  {
    ...{
      name: 'contacts',
      title: 'Contacts, segments and audiences',
      limit: 40,
      quickLimit: 2,
      keepsData: true,
    },
    floor: '`GET /contacts/{id}`, p50; for the list at a fixed rate, `node:http` and mysql2',
    ...{ args: [], quick: ['--contacts', '2000,10000', '--seconds', '2'] },
  },
  {
    ...{ name: 'search', title: 'Search of contacts', limit: 40, quickLimit: 1.5, keepsData: true },
    floor: '`GET /contacts/{id}`, p95, or what the row names',
    ...{ args: [], quick: ['--contacts', '20000', '--rounds', '40'] },
  },
  {
    ...{ name: 'message-search', title: 'Search of messages', limit: 60, quickLimit: 1.5 },
    floor: '`GET /conversations/{id}`, p50',
    ...{ args: ['--messages', '100000,1000000,10000000'], quick: ['--messages', '1000,8000'] },
  },
  {
    ...{ name: 'insights', title: 'Insights', limit: 60, quickLimit: 1.5, keepsData: true },
    floor: '`GET /conversations/{id}`, p50',
    ...{ args: ['--messages', '100000,1000000,10000000'], quick: ['--messages', '10000,50000'] },
  },
  {
    ...{ name: 'broadcast', title: 'Broadcast beside a live inbox', limit: 20, quickLimit: 1 },
    floor: 'the same without the broadcast',
    ...{ args: [], quick: ['--sizes', '2000', '--rounds', '1', '--seconds', '3'] },
  },
  {
    ...{ name: 'fairness', title: 'Fairness between workspaces', limit: 15, quickLimit: 1 },
    floor: 'the same workspace alone',
    ...{ args: [], quick: ['--only', 'reads', '--rounds', '1', '--seconds', '3'] },
  },
  {
    ...{ name: 'import', title: 'Import of contacts', limit: 25, quickLimit: 1 },
    ...{ args: ['--contacts', '10000,100000,1000000'], quick: ['--rows', '2000,8000'] },
  },
  {
    ...{ name: 'workspaces', title: 'Idle workspaces', limit: 25, quickLimit: 1 },
    floor: 'a server with one workspace',
    ...{ args: [], quick: ['--workspaces', '1,50', '--connected', '5', '--seconds', '4'] },
  },
  {
    ...{ name: 'endurance', title: 'Half an hour of mixed load', limit: 40, quickLimit: 1.5 },
    floor: 'the first third of the time',
    ...{ args: [], quick: ['--minutes', '0.5'] },
  },
  {
    ...{ name: 'tracing', title: 'Tracing', limit: 15, quickLimit: 1 },
    floor: 'the same server without tracing',
    ...{ args: [], quick: ['--rounds', '2', '--requests', '200'] },
  },
  {
    ...{ name: 'inference', title: 'Inference', limit: 30, quickLimit: 1, needsModel: true },
    floor: 'the engine called directly',
    ...{ args: [], quick: ['--rounds', '2', '--tokens', '32'] },
  },
  {
    ...{ name: 'assist', title: 'Assistant', limit: 30, quickLimit: 1 },
    floor: 'the same without what the row names',
    ...{ args: [], quick: ['--only', 'warm', '--rounds', '2', '--open', '3'] },
  },
];
