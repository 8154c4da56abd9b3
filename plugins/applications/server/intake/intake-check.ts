import { type Area, areaOf, type HookCaller, reaches } from '#kernel/plugin-api/contract.ts';
import { type Database, reserveAttempt, routesOf } from '#kernel/plugin-api/server.ts';
import { dayMs } from '#kernel/domain/text/dates.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { householdsHook, type PersonHousehold } from '#plugins/neighborhoods/contract.ts';
import { intakeQuerySchema, intakeSchema, type Intake } from '../../contract.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { presentBlock } from '../core/applicant.ts';
import { readBlockedOfPassport } from '../store/citizen.ts';
import { isOpenRow, readCitizen, readEarlier, type EarlierRow, type People } from '../store/earlier.ts';
import { isOf, readIdentity } from '../store/identity.ts';

const yearMs = 365 * dayMs;

/** The person to check, and the reading admin. */
export interface IntakeQuery {
  readonly person: People;
  readonly area: Area;
  readonly language: Language;
}

/** Returns the records about a person before their application is saved. */
export async function checkIntake(
  { database, hooks }: { readonly database: Database; readonly hooks: HookCaller },
  { person, area, language }: IntakeQuery,
): Promise<Omit<Intake, 'citizen'>> {
  const found = await findHouseholdsOf(hooks, person.personalNumbers, language);
  const members = found.flatMap((household) =>
    household.members.map(({ personal_number }) => personal_number),
  );
  const personalNumbers = [...new Set([...person.personalNumbers, ...members])];
  const rows = await readEarlier(database, { ...person, personalNumbers }, area);
  const open = rows.filter(isOpenRow);
  const since = Date.now() - yearMs;
  const helped = rows.filter(
    ({ status, status_at }) => status === 'completed' && Date.parse(status_at) > since,
  );
  const households = splitByArea(found, ({ neighborhoodId }) => reaches(area, neighborhoodId));
  return {
    open: {
      items: open
        .filter(({ reached }) => reached)
        .map((row) => ({ ...presentEarlier(row), own: isOf(row, person), receiver: row.receiver })),
      elsewhere: open.filter(({ reached }) => !reached).length,
    },
    helped: {
      items: helped
        .filter(({ reached }) => reached)
        .map((row) => ({ ...presentEarlier(row), own: isOf(row, person) })),
      elsewhere: helped.filter(({ reached }) => !reached).length,
    },
    households: { items: households.inside.map(presentHousehold), elsewhere: households.outside.length },
    needs_reason: open.length > 0 || helped.length > 0 || found.length > 1,
  };
}

/**
 * The maximum number of checks per quarter of an hour; without it, numbers could be guessed one after the
 * other.
 */
const maxChecks = 150;

/** `GET applications/intake?personal_number=`, or with a passport. */
export const intakeRoute = routesOf(applications)({
  method: 'GET',
  path: 'applications/intake',
  summary:
    'The records about a person before their application is saved; only a count of those outside the user’s area',
  access: receiverAccess,
  query: intakeQuerySchema,
  response: intakeSchema,
  async handle(call) {
    const { database, viewer, query, language, audit } = call;
    await reserveAttempt(database, `intake checks of ${viewer.id}`, maxChecks);
    const citizen = await readCitizen(database, query);
    const { personal_number = null, passport_series = null, passport_number = null } = query;
    const papers = { passport_series, passport_number, ...citizen, personal_number };
    const found = await checkIntake(call, {
      person: await readIdentity(database, { ...papers, citizen_id: citizen?.id ?? null }),
      area: areaOf(viewer),
      language,
    });
    await audit({
      action: 'applications.intake.check',
      subjectType: 'user',
      subjectId: citizen?.id ?? null,
      details: {
        open: found.open.items.length + found.open.elsewhere,
        helped: found.helped.items.length + found.helped.elsewhere,
        households: found.households.items.length + found.households.elsewhere,
      },
    });
    const blocked = citizen?.blocked ? citizen : await readBlockedOfPassport(database, query);
    if (blocked && blocked.id !== citizen?.id) {
      const details = { fields: ['blocked'] };
      await audit({
        action: 'applications.intake.check',
        subjectType: 'user',
        subjectId: blocked.id,
        details,
      });
    }
    // The visible data of the other household members, and of a person who is not in the register.
    const others = {
      application: [...found.open.items, ...found.helped.items].map(({ id }) => id),
      household: found.households.items.map(({ id }) => id),
    };
    for (const [subjectType, ids] of Object.entries(others)) {
      if (ids.length === 0) continue;
      const details = { ids: [...new Set(ids)] };
      await audit({ action: 'applications.intake.check', subjectType, subjectId: null, details });
    }
    // A person who enters another JSHSHIR with a blocked citizen's passport may be that citizen.
    const shown = blocked ?? citizen;
    return {
      ...found,
      citizen: shown && presentBlock(shown),
      needs_reason: found.needs_reason || blocked !== null,
    };
  },
});

/** The households of a person, in any area. */
export async function findHouseholds(
  hooks: HookCaller,
  personalNumber: string,
  language: Language,
): Promise<PersonHousehold[]> {
  const households: PersonHousehold[] = [];
  await hooks.call(householdsHook, {
    personalNumber,
    language,
    add: (found) => void households.push(...found),
  });
  return households;
}

/**
 * The households of a person with one number, or with several if it is uncertain which one is theirs; each
 * household once.
 */
export async function findHouseholdsOf(
  hooks: HookCaller,
  personalNumbers: readonly string[],
  language: Language,
): Promise<PersonHousehold[]> {
  const found = new Map<number, PersonHousehold>();
  for (const number of personalNumbers) {
    for (const household of await findHouseholds(hooks, number, language)) found.set(household.id, household);
  }
  return [...found.values()];
}

/** A household as presented, without its members. */
export function presentHousehold({ id, address, path, category, directions }: PersonHousehold) {
  const { uz, ru, color } = category;
  return { id, address, path, category: { uz, ru, color }, directions: [...directions] };
}

/** An application as presented beside another one. */
export function presentEarlier({ id, status, created_at, status_at }: EarlierRow) {
  return {
    id,
    status,
    createdAt: new Date(created_at).toISOString(),
    statusAt: new Date(status_at).toISOString(),
  };
}

/** Splits items into those inside an area and those outside. */
export function splitByArea<Item>(
  items: readonly Item[],
  isInside: (item: Item) => boolean,
): { readonly inside: readonly Item[]; readonly outside: readonly Item[] } {
  return { inside: items.filter(isInside), outside: items.filter((item) => !isInside(item)) };
}
