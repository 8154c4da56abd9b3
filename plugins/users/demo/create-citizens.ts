import { createTown, random, type Townsperson } from '#kernel/plugin-api/demo.ts';
import texts from './texts.json' with { type: 'json' };

/** One citizen in this many is entered a second time, without documents, to have candidates for merging. */
const twiceEvery = 80;

/**
 * The citizens of the demonstration: one in seven is incomplete, some are blocked, and some are in the
 * register twice. `days` is how long ago they were entered.
 */
export function createCitizens() {
  const next = random(20_260_502);
  const town = createTown();
  return [
    ...town.map((person, index) => citizenOf(person, index, index % 7 !== 3)),
    ...town
      .filter((_, index) => index % twiceEvery === twiceEvery - 1)
      .map((person) => ({ ...citizenOf(person, 0, false), personal_number: null })),
  ].map((citizen) => ({ ...citizen, days: Math.floor(next() * 400) }));
}

function citizenOf(person: Townsperson, index: number, isFilled: boolean) {
  const { sex: _sex, household: _household, rank: _place, ...known } = person;
  const reasons = texts.block_reasons;
  return {
    ...known,
    passport_series: isFilled ? known.passport_series : null,
    passport_number: isFilled ? known.passport_number : null,
    block_reason: index % 61 === 60 ? (reasons[Math.floor(index / 61) % reasons.length] ?? null) : null,
  };
}
