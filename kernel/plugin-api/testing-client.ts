/** What the tests of a client module are written with. */
export { apolloClient, dropClient } from '#kernel/client/data/client.ts';
