import type { HookCaller } from '#kernel/plugin-api/contract.ts';
import type { AuditFilters } from '../contract.ts';
import type { ListRequest } from './list.ts';
import { traceCitizen } from './trace-citizen.ts';

/** The list that a call asks for: a citizen stands for all things that carry their data. */
export async function requestOf(
  { hooks, context }: { readonly hooks: HookCaller; readonly context: { readonly timeZone: string } },
  { citizen, ...filters }: AuditFilters,
  direction: 'asc' | 'desc',
): Promise<ListRequest> {
  const subjects = citizen === undefined ? null : await traceCitizen(hooks, citizen);
  return { filters, subjects, timeZone: context.timeZone, direction };
}
