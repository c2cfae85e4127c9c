import { afterAll, beforeAll, expect } from 'vitest';
import { connectWorkspace, postCallback } from './platform.ts';
import { trippedStatements } from './sql-tripwire.ts';
import {
  type Answer,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from './test-server.ts';

/** A server and one of its workspaces, once the tests run. */
export interface WorkspaceRig {
  readonly server: TestServer;
  readonly workspace: TestWorkspace;
}

/** Sets up a server and a workspace for all tests of a file. No statement may reach into another workspace. */
export function setUpWorkspace(env: Record<string, string> = {}): WorkspaceRig {
  let server: TestServer;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    server = await startTestServer(env);
    workspace = await createWorkspace(server);
  });
  afterAll(async () => {
    await server.stop();
    expect(trippedStatements).toEqual([]);
  });
  return {
    get server() {
      return server;
    },
    get workspace() {
      return workspace;
    },
  };
}

/** Like `setUpWorkspace`, with a workspace that is connected to the platform and a sender of callbacks. */
export function setUpCallbacks() {
  const rig = setUpWorkspace();
  beforeAll(() => connectWorkspace(rig.server, rig.workspace));
  return {
    rig,
    /** Posts a callback to the workspace as the platform would. */
    post: (body: object | string, headers?: Record<string, string>): Promise<Answer> =>
      postCallback(rig.server, rig.workspace, body, headers),
  };
}
