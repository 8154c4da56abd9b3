/**
 * The API for demonstration data: people with Uzbek names from a deterministic generator, valid JSHSHIR, the people that all plugins
 * share, and functions that insert staff and records.
 */
export { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
export { createPeople, random } from '#kernel/devtools/demo/people.ts';
export { createTown, neighborhoodOf, type Townsperson } from '#kernel/devtools/demo/town.ts';
export { seedPeople } from '#kernel/devtools/demo/seed-people.ts';
export { seedRecords } from '#kernel/devtools/demo/seed-records.ts';
