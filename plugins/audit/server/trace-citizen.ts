import { relatedSubjectsHook, type HookCaller } from '#kernel/plugin-api/contract.ts';
import type { Subject } from './list.ts';

/**
 * Everything in the log that carries the data of a citizen: the citizen, and what the other plugins say is theirs. First who
 * knows them by their id says so, then who knows them by the JSHSHIR that was found.
 */
export async function traceCitizen(hooks: HookCaller, citizenId: number): Promise<Subject[]> {
  const found = new Map<string, Subject>([[`user ${citizenId}`, { type: 'user', id: citizenId }]]);
  const numbers = new Set<string>();
  const ask = (personalNumbers: readonly string[]) =>
    hooks.call(relatedSubjectsHook, {
      citizenId,
      personalNumbers,
      know: (number) => void numbers.add(number),
      add: (type, ids) => ids.forEach((id) => found.set(`${type} ${id}`, { type, id })),
    });
  await ask([]);
  if (numbers.size > 0) await ask([...numbers]);
  return [...found.values()];
}
