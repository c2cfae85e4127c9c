import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { contactImportsContract } from '../../../shared/contract/contacts/contact-imports.contract.ts';
import { IMPORT_KEPT_DAYS } from '../../../shared/domain/contacts/contact-import.ts';
import { operatorContext, type Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { createPassedOver } from '../../kernel/housekeeping/passed-over.ts';
import type { HousekeepingStep } from '../../kernel/housekeeping/step.ts';
import { contextOf, fileOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { oldImports } from './contact-imports.repository.ts';
import {
  cancelImport,
  checkImport,
  commitImport,
  drop,
  getImport,
  type ImportParts,
  listImports,
  listProblems,
  removeImport,
  undoImport,
} from './contact-imports.service.ts';
import { downloadsRouter, exportContacts, rejectedRows } from './downloads.ts';
import { dropImportJob, eraseUndoneJob, runImportJob } from './run-import.ts';
import { uploadImport } from './upload-import.ts';

/** Wires contacts from files, and to them. */
export function wireContactFiles(
  { config, background, disk, resources }: Kernel,
  { wakeJobs }: { wakeJobs(): void },
) {
  const folder = join(config.dataDir, 'imports');
  return {
    jobs: [
      runImportJob(background.resources),
      dropImportJob(background.resources),
      eraseUndoneJob(background.resources),
    ],
    retention: [importRetention(background.resources, folder)],
    dashboardRoutes: { contactImports: routes({ folder, disk, wakeJobs }) },
    downloads: () => downloadsRouter(resources),
  };
}

function routes(parts: ImportParts) {
  const os = implement(contactImportsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listImports(contextOf(context))),
    upload: os.upload.handler(({ input, context }) => {
      const { filename = '' } = input.query;
      return uploadImport(contextOf(context), parts, { filename, ...fileOf(context) });
    }),
    get: os.get.handler(({ input, context }) => getImport(contextOf(context), input.params.id)),
    problems: os.problems.handler(({ input, context }) =>
      listProblems(contextOf(context), input.params.id, input.query),
    ),
    check: os.check.handler(({ input, context }) =>
      checkImport(contextOf(context), parts, input.params.id, input.body),
    ),
    commit: os.commit.handler(({ input, context }) =>
      commitImport(contextOf(context), parts, input.params.id),
    ),
    cancel: os.cancel.handler(({ input, context }) =>
      cancelImport(contextOf(context), parts, input.params.id),
    ),
    undo: os.undo.handler(({ input, context }) => undoImport(contextOf(context), parts, input.params.id)),
    remove: os.remove.handler(({ input, context }) =>
      removeImport(contextOf(context), parts, input.params.id),
    ),
    rejected: os.rejected.handler(({ input, context }) => rejectedRows(contextOf(context), input.params.id)),
    exportAll: os.exportAll.handler(({ input, context }) => exportContacts(contextOf(context), input.body)),
  });
}

const HOUR_MS = 60 * 60_000;

/** Deletes imports after 30 days, uploads that a killed server has left, and the files of these. */
function importRetention(resources: Resources, folder: string): HousekeepingStep {
  return {
    name: 'contact_imports',
    async *sweep() {
      const passedOver = createPassedOver('imports');
      for (;;) {
        const old = await oldImports(resources.db, IMPORT_KEPT_DAYS, passedOver.ids);
        let removed = 0;
        for (const item of old) {
          const ctx = operatorContext(resources, mintTenantScope(item.tenantId));
          if (await passedOver.attempt(item, () => inTransaction(ctx, (ctx) => drop(ctx, item.id))))
            removed += 1;
        }
        yield removed;
        if (old.length < 100 || passedOver.hasTooMany()) break;
      }
      const kept: unknown[] = [];
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const file = await stat(path).catch(() => null);
        // What one process reads is never this old.
        if (file && resources.clock.now().getTime() - file.mtimeMs > HOUR_MS)
          await rm(path, { force: true }).catch((error) => kept.push(error));
      }
      passedOver.end();
      if (kept.length > 0)
        throw new Error(`${kept.length} files of imports could not be removed`, { cause: kept[0] });
    },
  };
}
