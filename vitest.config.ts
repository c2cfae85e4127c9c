import { defineConfig } from 'vitest/config';

/** `loop`, `full` or `soak`; nothing in a run by hand, which may run every file. */
const lane = process.env.SWITCHBOARD_TEST_LANE;
const isSmall = lane === 'loop' || lane === 'full';
const everything = ['{shared,server,renderer,electron}/**/*.test.ts', 'test/**/*.test.ts'];
/**
 * Tests that measure, or keep the whole machine busy: each gets it to itself, after all others. Their slices in the
 * small lanes do neither.
 */
const alone = isSmall ? [] : ['test/load/**/*.test.ts', 'test/fuzz/**/*.test.ts'];
/**
 * Tests that talk to a server in their own process. Its modules are loaded once for each worker: they keep no state
 * between two servers, and loading them takes as long as most of these tests.
 */
const together = [
  // A test that replaces a module is named `*.mocked.test.ts`: that works only where no other test has loaded it.
  '{shared,server,renderer,electron}/**/!(*.mocked).test.ts',
  'test/hardening/**/!(*.mocked).test.ts',
  'test/{api,campaign,tenancy,matrix,sandbox,faults,inference,client,integrations,architecture,load,fuzz}/**/*.test.ts',
  // They start processes or read files.
  'test/{deploy,docs,launcher,scripts,spec}/**/*.test.ts',
];
/** Only in the soak lane: figures, packaging, and failures that take long to pass. */
const soakOnly = [
  // The other lanes test what a step of the clock moves; this waits until the moved work is done.
  'test/api/clock-steps.test.ts',
  'test/api/message-search.test.ts',
  'test/load/{callback-latency,hostile-callbacks}.test.ts',
  'test/campaign/{campaign,servers}.test.ts',
  'test/client/{other-generator,package}.test.ts',
  // Further tests of a subject that another file tests in the other lanes.
  'test/api/{assist-vectors,automation-past,broadcast-limits,broadcast-times,contact-import-stop,contact-merge-undo}.test.ts',
  'test/api/{contacts-blocks,inbound-identity.property,insights-exact,list-paging.property}.test.ts',
  'test/api/{platform-unknown-error,races,replays,segment-broadcast,send-backoff,tracing}.test.ts',
  'test/api/{webhook-isolation,webhook-life}.test.ts',
  // They run each program of the documents, in three languages.
  'test/docs/{integrators,translations}.test.ts',
  // Further clients, APIs and settings of the model, each with an engine of its own.
  'test/inference/{client-errors,egress,embeddings,json-schemas,lenient,models-pull}.test.ts',
  'test/inference/{own-models,prompt-cache,queue,upstream}.test.ts',
  'test/inference/{prediction,progress,prompt-reuse,proposal-wording,rotation,shared-steps,snippets}.test.ts',
  // The engine answers 150 requests.
  'test/inference/assist-qualification-tiny.test.ts',
  // Three model servers in processes of their own, which are drained and killed.
  'test/inference/model-servers.test.ts',
  // It installs the production dependencies.
  'test/deploy/image.test.ts',
  'test/desktop/package/**',
  'test/docs/webhook-snippets.test.ts',
  // It installs n8n's packages.
  'test/integrations/n8n-engine.test.ts',
  // Starts the launcher and all of its processes three times.
  'test/hardening/sec-16-25-processes.test.ts',
  // It fills all lanes with slow receivers.
  'test/hardening/sec-18-webhook-lanes.test.ts',
  // They kill the server as kill-server does, each in another feature.
  'test/faults/kill-{after-hours,automation,broadcast,contacts,drafts,insights,merge,reminders}.test.ts',
  // They start database nodes.
  'test/faults/galera*.test.ts',
  'test/faults/{frozen-database,idempotency,inbound-bombs,kill-media,outage,platform-faults,shutdown,webhooks,webhooks-two-servers}.test.ts',
  'test/launcher/{api-processes,cluster,impatience,sudden-death,with-runtime}.test.ts',
  'test/scripts/new-feature.test.ts',
];
/** In the full and the soak lane. The loop has a thinner test of the same subject; decision 0214 lists which. */
const notInTheLoop = [
  // Commands, and what they start, each in processes of their own.
  'test/launcher/{demo,life,log-files,one-at-a-time,ordinary-user}.test.ts',
  'test/scripts/{gpu-build,lanes}.test.ts',
  // Linters of others; the alert rules' one is downloaded.
  'test/deploy/{alerts,lint}.test.ts',
  'test/hardening/{sec-24-drain,sec-35-backup,holdout-12-secret-key}.test.ts',
  'test/api/{admin,admin-keys,admin-workspaces,newer-schema}.test.ts',
  'test/desktop/host/stand-in-restart.test.ts',
  'test/faults/kill-database.test.ts',
  // Further cases of a subject.
  'test/api/{broadcast-turns,business-app,cloud-api-state,contact-import-files,contact-merge,events-set-aside}.test.ts',
  'test/api/{automation-limits,contact-merge-broadcasts,contact-merge-later,inbound-poison,inbound-stuck,media-turns,media-uploads}.test.ts',
  'test/api/{platform-errors,rehearsals,rehearsal-traces,reply-proposals,several-servers}.test.ts',
  'test/api/status-order.property.test.ts',
  'test/hardening/{broadcast-audience,broadcast-failing,broadcast-retry}.mocked.test.ts',
  'test/hardening/{overload,sec-09-storage,sec-13-start,sec-15-images,sec-48-bucket-uploads}.test.ts',
  'test/hardening/sec-14-20-instants.mocked.test.ts',
  'test/matrix/{key-matrix,write-routes}.test.ts',
  'server/kernel/http/protection/slow-readers.test.ts',
  'shared/domain/templates/template-fields.property.test.ts',
  // Further clients and failures of the model, each with an engine of its own.
  'test/inference/{assist-qualification,assist-results,assist-tiny,client-requests,draft-replays,engine-failures}.test.ts',
  'test/inference/{ai-sdk,assist-privacy,key-models,langchain,model-keeper,playground,prompt-log}.test.ts',
  'test/inference/{request-classes,session-priority,workers}.test.ts',
  'server/inference/engine-host/engine-process.test.ts',
];
// The browser tests belong to Playwright.
const elsewhere = [
  '**/node_modules/**',
  'test/e2e/**',
  ...(isSmall ? soakOnly : []),
  ...(lane === 'loop' ? notInTheLoop : []),
];

export default defineConfig({
  test: {
    globalSetup: ['test/helpers/global-setup.ts'],
    pool: 'forks',
    // At full size, many tests start engines and servers of their own. With more at a time on two cores, servers are so
    // busy that they refuse requests, as they should.
    maxWorkers: isSmall ? 3 : 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is awaited comes sooner or later; a second is short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: everything,
          exclude: [...elsewhere, ...alone, ...together],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: together,
          exclude: [...elsewhere, ...alone],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'load',
          include: alone,
          exclude: elsewhere,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
