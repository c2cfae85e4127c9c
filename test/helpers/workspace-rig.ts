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

/** Sets up a server for all tests of a file. No statement may reach from one workspace into another. */
export function setUpServer(env: Record<string, string> = {}): Pick<WorkspaceRig, 'server'> {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(env);
  });
  afterAll(async () => {
    await server.stop();
    expect(trippedStatements).toEqual([]);
  });
  return {
    get server() {
      return server;
    },
  };
}

/** Like `setUpServer`, with a workspace. */
export function setUpWorkspace(env: Record<string, string> = {}): WorkspaceRig {
  const rig = setUpServer(env);
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await createWorkspace(rig.server);
  });
  return {
    get server() {
      return rig.server;
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
