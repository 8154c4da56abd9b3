/** The import of demonstration data: people with Uzbek names, by a repeatable random generator, and those whom all plugins know. */
export { createPeople, random } from '#kernel/devtools/demo/people.ts';
export { createTown, neighborhoodOf, type Townsperson } from '#kernel/devtools/demo/town.ts';
