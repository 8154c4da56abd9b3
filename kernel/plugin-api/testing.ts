/** The API for a plugin's tests: a real server on a real PostgreSQL, its sockets, sample data. */
export { type ApiResponse, type ApiCallOptions, type ApiFile, type ApiClient } from '#kernel/testing/api.ts';
export { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
export {
  startIdentityService,
  type Visitor,
  type IdentityService,
  identityClient,
  samplePin,
} from '#kernel/testing/identity-service.ts';
export { testRecords, type RecordSuite } from '#kernel/testing/record-suite.ts';
export { pluginWith, type TestPlugin, samplePlugin } from '#kernel/testing/sample-plugin.ts';
export { picture, pdf, type ZipEntries } from '#kernel/testing/samples.ts';
export {
  testServer,
  type AdminDraft,
  type TestServerOptions,
  type TestServer,
} from '#kernel/testing/server.ts';
export { listenAs } from '#kernel/testing/sockets.ts';
export { createActivity, switchablePlugin, hookCallingPlugin } from '#kernel/testing/switchable-plugin.ts';
export { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
export { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
export {
  testPlugin,
  type PluginUnderTest,
  type TestPluginOptions,
} from '#kernel/testing/plugin/test-plugin.ts';
