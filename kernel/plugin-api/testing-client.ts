/** The import of tests of a client module. */
export { apolloClient, dropClient } from '#kernel/client/data/client.ts';
