// Runs the nodes in n8n's own engine. The test starts it in a folder with n8n's packages: it loads the built package as
// n8n does, runs a workflow of a start node and a chain of our nodes, and prints what each of them passes on.
const { join } = require('node:path');
const [packages, folder, baseUrl, apiKey] = process.argv.slice(2);
const from = (name) => require(join(packages, 'node_modules', name));
const { ExecutionLifecycleHooks, PackageDirectoryLoader, WorkflowExecute } = from('n8n-core');
const { NodeConnectionTypes, NodeHelpers, Workflow } = from('n8n-workflow');

/** The node that begins the workflow, as the manual trigger of n8n does. */
const start = {
  description: {
    ...{ displayName: 'Start', name: 'start', group: ['trigger'], version: 1, description: '' },
    ...{ defaults: {}, inputs: [], outputs: [NodeConnectionTypes.Main], properties: [] },
  },
  async execute() {
    return [[{ json: { phone: '15550100301', name: 'Ada' } }]];
  },
};

async function main() {
  const loader = new PackageDirectoryLoader(folder);
  await loader.loadAll();
  const known = Object.keys(loader.known.nodes).sort();
  const type = (name) => loader.getNode(name.split('.').at(-1)).type;
  const nodeTypes = {
    getByName: (name) => (name === 'start' ? start : type(name)),
    getByNameAndVersion: (name) => (name === 'start' ? start : type(name)),
    getKnownTypes: () => loader.known.nodes,
  };

  /** Returns a node of ours with the parameters that n8n stores: those given, and the defaults of what is shown. */
  function node(name, given, index) {
    const { description } = type('switchboard');
    const base = { id: `${index}`, name, type: 'switchboard', typeVersion: 1, position: [index * 200, 0] };
    const parameters = NodeHelpers.getNodeParameters(
      description.properties,
      given,
      true,
      false,
      { ...base, parameters: given },
      description,
    );
    const issues = NodeHelpers.getNodeParametersIssues(
      description.properties,
      { ...base, parameters },
      description,
    );
    return {
      node: { ...base, parameters, credentials: { switchboardApi: { id: '1', name: 'Switchboard' } } },
      issues: issues?.parameters ?? null,
    };
  }

  const steps = [
    node(
      'Create',
      {
        resource: 'contact',
        operation: 'create',
        phone: '={{ $json.phone }}',
        fields: { name: '={{ $json.name }}' },
      },
      1,
    ),
    node(
      'Send',
      {
        resource: 'message',
        operation: 'send',
        contactId: '15550100302',
        type: 'text',
        content: '={{ $json.name }} is here.',
      },
      2,
    ),
    node('List', { resource: 'contact', operation: 'list', returnAll: true }, 3),
  ];
  const incomplete = node('Incomplete', { resource: 'message', operation: 'send' }, 9).issues;
  const names = ['Start', ...steps.map(({ node: { name } }) => name)];
  const workflow = new Workflow({
    id: '1',
    name: 'Test',
    nodes: [
      { id: '0', name: 'Start', type: 'start', typeVersion: 1, position: [0, 0], parameters: {} },
      ...steps.map((step) => step.node),
    ],
    connections: Object.fromEntries(
      names
        .slice(0, -1)
        .map((name, index) => [
          name,
          { main: [[{ node: names[index + 1], type: NodeConnectionTypes.Main, index: 0 }]] },
        ]),
    ),
    active: false,
    nodeTypes,
    settings: { executionOrder: 'v1' },
  });
  const credential = loader.getCredential('switchboardApi').type;
  const additionalData = {
    hooks: new ExecutionLifecycleHooks('manual', '42', { id: '1', name: 'Test' }),
    executionId: '42',
    currentNodeParameters: undefined,
    variables: {},
    ...{ restApiUrl: '', instanceBaseUrl: '', webhookBaseUrl: '', formWaitingBaseUrl: '', userId: '1' },
    credentialsHelper: {
      getParentTypes: () => [],
      getDecrypted: async () => ({ baseUrl, apiKey }),
      getCredentialsProperties: () => credential.properties,
      preAuthentication: async () => undefined,
      // n8n resolves the expression of the credential in its own server, which is not one of its packages.
      authenticate: async ({ apiKey: key }, _type, request) => ({
        ...request,
        headers: {
          ...request.headers,
          Authorization: credential.authenticate.properties.headers.Authorization.replace(/^=/, '').replace(
            '{{$credentials.apiKey}}',
            key,
          ),
        },
      }),
    },
    setExecutionStatus: () => undefined,
    sendDataToUI: () => undefined,
    logAiEvent: () => undefined,
  };
  const run = await new WorkflowExecute(additionalData, 'manual').run(workflow, workflow.getNode('Start'));
  const { runData, error } = run.data.resultData;
  const results = Object.fromEntries(
    Object.entries(runData).map(([name, [one]]) => [
      name,
      one.error?.message ?? one.data.main[0].map(({ json }) => json),
    ]),
  );
  console.log(
    JSON.stringify({
      known,
      issues: steps.map(({ issues }) => issues),
      incomplete,
      results,
      error: error?.message ?? null,
    }),
  );
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
