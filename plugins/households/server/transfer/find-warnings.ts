import { sql } from 'kysely';
import { isInBoundary } from '#kernel/domain/geo/boundary.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import type { HouseholdBody, ImportColumn } from '../../contract.ts';
import { findInOtherHouseholds } from '../store/citizens.ts';
import type { Finding, ReadRow } from './read-row.ts';
import type { NameIndex } from './references.ts';

type Row = ReadRow & { readonly row: number };

/** Warnings by row: duplicate addresses and citizens, check digits, pins outside the border. */
export async function findWarnings(
  database: Database | DatabaseTransaction,
  rows: readonly Row[],
  names: NameIndex,
): Promise<ReadonlyMap<number, readonly Finding[]>> {
  const whole = rows.flatMap(({ row, body }) => (body ? [{ row, body }] : []));
  const numbers = whole.flatMap(({ body }) => body.citizens.map(({ personal_number }) => personal_number));
  const settled = await findInOtherHouseholds(database, [...new Set(numbers)]);
  const taken = await findTaken(
    database,
    whole.map(({ body }) => body),
  );
  const addresses = new Map<string, number>();
  const citizens = new Map<string, number>();
  const found = new Map<number, Finding[]>();
  for (const { row, body } of whole) {
    const warnings: Finding[] = [];
    const warn = (column: ImportColumn | null, code: string, params: Record<string, string | number> = {}) =>
      warnings.push({ column, code, message: { key: `households:import.warnings.${code}`, params } });
    const address = addressKey(body);
    const sameAddress = addresses.get(address);
    if (sameAddress !== undefined) warn('house_number', 'address_repeated', { row: sameAddress });
    else if (taken.has(address)) warn('house_number', 'address_taken');
    else addresses.set(address, row);
    for (const { full_name, personal_number } of body.citizens) {
      const sameCitizen = citizens.get(personal_number);
      if (sameCitizen !== undefined)
        warn('citizens', 'citizen_repeated', { name: full_name, row: sameCitizen });
      else citizens.set(personal_number, row);
      if (settled.has(personal_number)) warn('citizens', 'citizen_in_other_household', { name: full_name });
      if (!checkJshshir(personal_number).ok) warn('citizens', 'jshshir_check_digit', { name: full_name });
    }
    const border = names.border(body.neighborhood_id);
    const isDrawn = border !== null && border.coords.length > 2;
    if (body.coords && isDrawn && !isInBoundary(border, body.coords)) warn('latitude', 'pin_outside');
    if (warnings.length > 0) found.set(row, warnings);
  }
  return found;
}

/** The addresses of some households that are already taken. */
async function findTaken(
  database: Database | DatabaseTransaction,
  bodies: readonly HouseholdBody[],
): Promise<ReadonlySet<string>> {
  const addresses = bodies.map(({ street_id, house_number, house_suffix, apartment_number }) => ({
    street_id,
    house: `${house_number}${house_suffix ?? ''}`,
    house_number,
    house_suffix: house_suffix ?? '',
    apartment: apartment_number ?? 0,
  }));
  const { rows } = await sql<{ street_id: number; house: string; apartment: number }>`
    select street_id, house, apartment
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb)
      as given (street_id bigint, house text, house_number int, house_suffix text, apartment int)
    where exists (select from households where households.street_id = given.street_id
      and households.house_number = given.house_number
      and coalesce(households.house_suffix, '') = given.house_suffix and coalesce(apartment_number, 0) = given.apartment)`.execute(
    database,
  );
  return new Set(rows.map(({ street_id, house, apartment }) => `${street_id} ${house} ${apartment}`));
}

function addressKey({ street_id, house_number, house_suffix, apartment_number }: HouseholdBody): string {
  return `${street_id} ${house_number}${house_suffix ?? ''} ${apartment_number ?? 0}`;
}
