/** The API for tests of a client module. */
export { apolloClient, dropClient } from '#kernel/client/data/client.ts';
