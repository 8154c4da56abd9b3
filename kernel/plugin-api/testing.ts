/** What the tests of a plugin are written with: a real server on a real PostgreSQL, its sockets, sample data. */
export * from '#kernel/testing/api.ts';
export * from '#kernel/testing/database.ts';
export * from '#kernel/testing/identity-service.ts';
export * from '#kernel/testing/record-suite.ts';
export * from '#kernel/testing/sample-plugin.ts';
export * from '#kernel/testing/samples.ts';
export * from '#kernel/testing/server.ts';
export * from '#kernel/testing/sockets.ts';
export * from '#kernel/testing/switchable-plugin.ts';
export { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
export { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
