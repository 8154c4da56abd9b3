import { sql } from 'kysely';
import type { ErasureReport } from '#kernel/contract/index.ts';
import type { Effects } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import type { ServerServices } from '../services/server-services.ts';
import { erasePerson } from './erase-person.ts';
import { missingErasers } from './missing-erasers.ts';
import { findPerson } from './person.ts';

/** Erases a citizen of the register; plugins that are off stand in the way, since nobody would erase what they keep. */
export async function eraseCitizen(
  services: Pick<ServerServices, 'plugins' | 'database' | 'vault'>,
  citizenId: number,
  effects: Pick<Effects, 'database' | 'hooks'>,
): Promise<ErasureReport> {
  const missing = await missingErasers(services);
  if (missing.length > 0) return { id: '', counts: {}, obstacles: [], missing };
  const { rows } = await sql<{ now: string }>`select to_json(now()) #>> '{}' as now`.execute(
    asKernel(effects.database),
  );
  const person = await findPerson(effects.hooks, {
    asked: { user: [citizenId] },
    before: rows[0]?.now ?? '',
  });
  return { ...(await erasePerson(effects, person, services)), missing };
}
