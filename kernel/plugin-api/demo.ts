/** What fills a demonstration: people with Uzbek names, by a random generator that can be repeated. */
export { createPeople, random } from '#kernel/devtools/demo/people.ts';
