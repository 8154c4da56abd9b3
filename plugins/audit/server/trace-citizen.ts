import { relatedSubjectsHook, type HookCaller, type RelatedSubjects } from '#kernel/plugin-api/contract.ts';

/**
 * The maximum number of collection rounds: ids from one plugin lead others to more (citizens, their
 * applications, the letters of those). No chain is that long.
 */
const maxRounds = 20;

/**
 * Every subject in the log with data of a citizen: the citizen, and their current and former records in other
 * plugins. Complete when no plugin adds anything.
 */
export async function traceCitizen(hooks: HookCaller, citizenId: number): Promise<RelatedSubjects[]> {
  const known = new Map<string, RelatedSubjects>();
  const numbers = new Set<string>();
  const keyOf = ({ type, id, since, until }: RelatedSubjects) =>
    `${type} ${id} ${since ?? ''} ${until ?? ''}`;
  const add = (subjects: readonly RelatedSubjects[]) => {
    for (const subject of subjects) known.set(keyOf(subject), subject);
  };
  add([{ type: 'user', id: citizenId }]);
  for (let round = 0; round < maxRounds; round++) {
    const before = known.size + numbers.size;
    await hooks.call(relatedSubjectsHook, {
      known: [...known.values()],
      personalNumbers: [...numbers],
      add,
      addPersonalNumber: (number) => void numbers.add(number),
    });
    if (known.size + numbers.size === before) return [...known.values()];
  }
  throw new Error(`the search for the records of the citizen ${citizenId} did not end`);
}
