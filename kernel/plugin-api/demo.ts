/** The import of demonstration data: people with Uzbek names, by a repeatable random generator. */
export { createPeople, random } from '#kernel/devtools/demo/people.ts';
