import { personHook, type HookCaller } from '#kernel/contract/index.ts';

/** Ids by subject type of the audit log. */
export type SubjectIds = Readonly<Record<string, readonly number[]>>;

/** A citizen with their records. */
export interface Person {
  readonly ids: SubjectIds;
  readonly personalNumbers: readonly string[];
  /** Texts that identify them wherever they occur. */
  readonly marks: readonly string[];
}

/**
 * Maximum number of rounds of collecting: ids that one plugin adds lead others to more (citizens, their applications,
 * the letters of those). No chain is that long.
 */
const maxRounds = 20;

/** A shorter mark could occur in other people's texts. */
const shortestMark = 6;

/**
 * Collects everything that belongs to a citizen from all plugins; the owners of `subjects` check that they exist.
 */
export async function findPerson(
  hooks: HookCaller,
  {
    subjects,
    before,
    isTheirs,
  }: { subjects: SubjectIds; before: string; isTheirs?: (personalNumber: string) => boolean },
): Promise<Person> {
  const ids = new Map<string, Set<number>>();
  const numbers = new Set<string>();
  const marks = new Set<string>();
  const size = () => numbers.size + marks.size + [...ids.values()].reduce((sum, one) => sum + one.size, 0);
  for (let round = 0; round < maxRounds; round++) {
    const known = size();
    await hooks.call(personHook, {
      before,
      ...(isTheirs ? { isTheirs } : {}),
      requestedIds: (type) => subjects[type] ?? [],
      idsOf: (type) => [...(ids.get(type) ?? [])],
      personalNumbers: [...numbers],
      add(type, found) {
        const own = ids.get(type) ?? new Set();
        for (const id of found) own.add(id);
        ids.set(type, own);
      },
      addPersonalNumber: (number) => void (number && numbers.add(number)),
      addMark: (text) => void (text && text.length >= shortestMark && marks.add(text)),
    });
    if (size() > known) continue;
    return {
      ids: Object.fromEntries([...ids].map(([type, own]) => [type, [...own].toSorted((a, b) => a - b)])),
      personalNumbers: [...numbers],
      marks: [...new Set([...marks, ...numbers])],
    };
  }
  throw new Error('the search for the records of a citizen did not end');
}
