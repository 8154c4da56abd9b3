import { createPeople, random, type DemoPerson } from './people.ts';

/** A person of the demonstration, the same in all plugins: a citizen, an applicant, a member of a household. */
export interface Townsperson extends DemoPerson {
  /** The number of the household, shared by its members; from 0, without gaps. */
  readonly household: number;
  /** The household's position among the neighbourhoods ordered by id, from 0 up to 1. */
  readonly rank: number;
}

const inhabitants = 500;

/** The five hundred people of the demonstration, the same in every plugin; families share a household and a family name. */
export function createTown(): readonly Townsperson[] {
  const nextPerson = createPeople(20_260_501);
  const next = random(20_260_503);
  const people: Townsperson[] = [];
  for (let household = 0; people.length < inhabitants; household++) {
    // Some neighbourhoods are larger than others.
    const rank = next() ** 1.4;
    const size = Math.min(1 + Math.floor(next() * 4), inhabitants - people.length);
    const family = Array.from({ length: size }, nextPerson);
    const name = family[0]?.last_name.replace(/a$/, '') ?? '';
    for (const person of family) {
      people.push({ ...person, last_name: person.sex === 'male' ? name : `${name}a`, household, rank });
    }
  }
  return people;
}

/** The neighbourhood of a person. */
export function neighborhoodOf({ rank }: Townsperson, ids: readonly number[]): number {
  return ids[Math.floor(rank * ids.length)] ?? 0;
}
