import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQuery } from '#kernel/plugin-api/contract.ts';
import { onHook, type ServerContext } from '#kernel/plugin-api/server.ts';
import { type ApiClient, pluginWith, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import {
  addMessageQuery,
  applicationChangedHook,
  type Application,
  type ApplicationDetail,
} from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

let isRefusing = false;
const follower = pluginWith('follower', {
  hooks: [
    onHook(applicationChangedHook, async () => {
      if (isRefusing) throw new Error('on purpose');
    }),
  ],
});

let server: TestServer;
let clerk: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', follower] });
  await addNeighborhoods(server, 1);
  clerk = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
});
afterAll(() => server?.close());

test('a message of another plugin is undone where a plugin refuses the change', async () => {
  const { body } = await clerk.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
  });
  const plugin = server.services.plugins.find('follower');
  if (!plugin) throw new Error('the plugin is not there');
  const context: ServerContext = plugin.context;
  const message = {
    applicationId: body.id,
    area: 'everywhere',
    message: 'Xat',
    senderId: 1,
    fileIds: [],
  } as const;
  const add = () => context.transaction(({ hooks }) => runQuery(hooks, addMessageQuery, message));
  await add();
  isRefusing = true;
  await expect(add()).rejects.toThrow('on purpose');
  isRefusing = false;
  const { body: found } = await clerk.get<ApplicationDetail>(`applications/${body.id}`);
  expect(found.actions).toHaveLength(1);
});
