import { sql } from 'kysely';
import { expect } from 'vitest';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { hashPassword } from '#kernel/identity/server/index.ts';
import { writeKeys } from '#plugins/users/server/store/uncompacted.ts';
import { pdf } from '#kernel/testing/samples.ts';
import type { ApiClient, TestServer } from '#kernel/testing/server.ts';
import { canariesOf, createPerson, type Canary, type Person } from './canaries.ts';
import { permissions } from './callers.ts';

const area = ['own', 'foreign'] as const;
/** The place of a record, as seen by an admin with one neighbourhood. */
export type Area = (typeof area)[number];

/** All data of the city, made of canaries. */
export interface World {
  readonly chief: ApiClient;
  readonly neighborhoods: Readonly<Record<Area, number>>;
  /** A neighbourhood without assigned admins. */
  readonly elsewhere: number;
  readonly streets: Readonly<Record<Area, number>>;
  readonly applicants: Readonly<Record<Area, Person>>;
  readonly residents: Readonly<Record<Area, Person>>;
  readonly citizen: Person;
  readonly canaries: readonly Canary[];
  readonly ids: Readonly<
    Record<'direction' | 'category' | 'user' | 'admin' | 'role' | 'entry' | 'template' | 'chief', number>
  >;
  /** Applications, households and letters that stay; changes get new ones. */
  readonly existing: Readonly<Record<'application' | 'household' | 'letter', Readonly<Record<Area, number>>>>;
  /** The code of a letter's QR. */
  readonly letterCode: string;
  /** Files of those applications. */
  readonly files: Readonly<Record<Area, number>>;
  application(place: Area): Promise<number>;
  household(place: Area): Promise<number>;
  letter(place: Area): Promise<number>;
  /** The body of `POST households`. */
  householdBody(place: Area, more?: object): Record<string, unknown>;
  /** The text of a letter with every field of an application that a template may contain. */
  readonly letterText: object;
  /** The body of `POST letter-templates`. */
  templateBody(name: string): Record<string, unknown>;
  /** The body of `POST letters`. */
  letterBody(applicationId: number, more?: object): Record<string, unknown>;
  /** The body of `POST applications`. */
  applicationForm(place: Area): Record<string, string | number>;
  /** The body of `PUT applications/:id`. */
  correctionBody(place: Area): Record<string, string>;
  /** A file of a citizen, with a name that identifies them. */
  file(place: Area): File;
}

const named = (text: string) => ({ uz: { name: text }, ru: { name: text } });
/** The fields of the form, which has no birthday: it follows from the JSHSHIR. */
const personOf = ({ birthday: _birthday, ...person }: Person) => person;
const square = (lat: number) => [
  [lat, 60],
  [lat, 60.001],
  [lat + 0.001, 60.001],
];

/** Texts by citizens, and by admins about them. */
const written = (serial: number) => makeJshshir({ birthday: '1962-01-02', sex: 'male', area: 732, serial });
/** A sentence with a person's number. */
const naming = (text: string, place: Area) => `${text}, JSHSHIR ${numbers[place]}`;
const numbers = { own: written(1), foreign: written(2) } as const;

const texts = {
  own: { salary: 'Kanar-shirinlik-own', plan: 'Kanar-tomini-yopish-own', message: 'Kanar-xabari-own', note: 'Kanar-izohi-own', file: 'kanar-hujjat-own' },
  foreign: { salary: 'Kanar-shirinlik-yot', plan: 'Kanar-tomini-yopish-yot', message: 'Kanar-xabari-yot', note: 'Kanar-izohi-yot', file: 'kanar-hujjat-yot' },
} as const; // prettier-ignore

const paragraphOf = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const fieldOf = (name: string) => ({ type: 'field', attrs: { name } });
/** Contains the applicant's name and request, notes, and the names of the files. */
const letterText = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: ['applicant_name', 'request', 'status_note'].map(fieldOf) },
    { type: 'case_list', attrs: { source: 'files', style: 'bullets' } },
  ],
};
const templateBody = (kind: string, name: string) => ({
  uz: { name, subject: name },
  ru: { name: `${name} ru`, subject: name },
  kind,
  enabled: true,
  body_uz: letterText,
  body_ru: letterText,
});

/** Fills a server with canaries. */
// Over 60 lines: each part of the world refers to those before it.
export async function buildWorld(server: TestServer): Promise<World> {
  const chief = await server.signIn({ role: 'super_admin', permissions: [...permissions] });
  async function create(path: string, body: object): Promise<number> {
    const response = await chief.post<{ id: number }>(path, body);
    expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBe(201);
    return response.body.id;
  }
  const both = async (make: (place: Area) => Promise<number>) => ({
    own: await make('own'),
    foreign: await make('foreign'),
  });
  const neighborhoods = await both((place) =>
    create('neighborhoods', {
      ...named(`Mahalla ${place}`),
      coords: square(place === 'own' ? 41 : 42),
      color: '#0b7480',
    }),
  );
  const elsewhere = await create('neighborhoods', {
    ...named('Mahalla elsewhere'),
    coords: square(43),
    color: '#0b7480',
  });
  const streets = await both((place) =>
    create('streets', { ...named(`Koʻcha ${place}`), neighborhood_id: neighborhoods[place] }),
  );
  const direction = await create('directions', named('Yoʻnalish'));
  const category = await create('household-categories', { ...named('Toifa'), color: '#1d5fd1' });
  const applicants = { own: createPerson('Arizaown'), foreign: createPerson('Arizayot') };
  const residents = { own: createPerson('Xonaown'), foreign: createPerson('Xonayot') };
  const citizen = createPerson('Reyestr');

  const applicationForm = (place: Area) => ({
    neighborhood_id: neighborhoods[place],
    employment_status: 'disabled',
    salary: texts[place].salary,
    planned_assistance: naming(texts[place].plan, place),
    ...personOf(applicants[place]),
  });
  async function application(place: Area): Promise<number> {
    const file = {
      name: `${texts[place].file}.pdf`,
      type: 'application/pdf',
      content: pdf(texts[place].file),
    };
    const sent = await chief.upload<{ id: number }>('applications', applicationForm(place), [file]);
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    return sent.body.id;
  }
  const householdBody = (place: Area, more: object = {}) => {
    const { last_name, first_name, father_name, personal_number } = residents[place];
    return {
      neighborhood_id: neighborhoods[place],
      household_category_id: category,
      street_id: streets[place],
      house_type: 'apartment',
      house_number: 12,
      apartment_number: null,
      citizens: [{ full_name: `${last_name} ${first_name} ${father_name}`, personal_number }],
      able_to_work: 1,
      unemployed: 0,
      informal: 0,
      directions: [{ direction_id: direction, quantity: 3 }],
      coords: [41.0005, 60.0005],
      confirmed: ['citizen_in_other_household'],
      ...more,
    };
  };
  const household = (place: Area) => create('households', householdBody(place));

  const { id: chiefId } = (await chief.get<{ id: number }>('admins/admin')).body;
  const template = await create('letter-templates', templateBody('letter', 'Javob xati'));
  await create('letter-templates', templateBody('reply', 'Tayyor javob'));
  const letterBody = (applicationId: number, more: object = {}) => ({
    application_id: applicationId,
    language: 'uz',
    subject: 'Ariza haqida',
    body: { type: 'doc', content: [paragraphOf('Javob.')] },
    signatory_id: chiefId,
    template_id: null,
    replaces_id: null,
    ...more,
  });
  const applicationsOf = await both(application);
  const households = await both(household);
  // The applicant is also a member of a household, under a different name.
  for (const place of area) {
    const { citizens } = householdBody(place);
    const { last_name } = residents[place];
    const { personal_number } = applicants[place];
    const second = { full_name: `${last_name} Ikkinchi`, personal_number };
    const body = householdBody(place, { citizens: [...(citizens as object[]), second] });
    expect((await chief.put(`households/${households[place]}`, body)).status).toBe(200);
  }
  for (const place of area) {
    const path = `applications/${applicationsOf[place]}/actions`;
    expect((await chief.post(`${path}/statuses`, { status: 'accepted' })).status).toBe(201);
    expect(
      (await chief.upload(`${path}/messages`, { message: naming(texts[place].message, place) })).status,
    ).toBe(201);
    const note = { status: 'completed', note: naming(texts[place].note, place) };
    expect((await chief.post(`${path}/statuses`, note)).status).toBe(201);
  }
  const letterOf = (id: number) => create('letters', letterBody(id));
  const existing = {
    application: applicationsOf,
    household: households,
    letter: await both((place) => letterOf(applicationsOf[place])),
  };
  const codes = await sql<{ code: string }>`
    select code from letters where id = ${existing.letter.own}`.execute(server.database);
  return {
    letter: async (place) => letterOf(await application(place)),
    letterText,
    templateBody: (name) => templateBody('letter', name),
    letterBody,
    letterCode: codes.rows[0]?.code ?? '',
    chief,
    neighborhoods,
    elsewhere,
    streets,
    applicants,
    residents,
    citizen,
    existing,
    application,
    household,
    householdBody,
    applicationForm,
    correctionBody: (place) => ({
      ...personOf(applicants[place]),
      employment_status: 'disabled',
      planned_assistance: texts[place].plan,
      reason: 'Daromadi koʻrsatilmaydi',
    }),
    file: (place) =>
      new File([new Uint8Array(pdf(texts[place].file))], `${texts[place].file}.pdf`, {
        type: 'application/pdf',
      }),
    files: await both((place) => fileOf(server, existing.application[place])),
    ids: {
      direction,
      category,
      template,
      chief: chiefId,
      user: await addUser(server, citizen),
      ...(await createStaff(server)),
      entry: await entryOf(server),
    },
    canaries: [
      ...area.flatMap((place) => [
        ...canariesOf('application', place, applicants[place]),
        ...canariesOf('household', place, residents[place]),
        ...Object.entries(texts[place]).map(([kind, value]) => ({
          secret: kind === 'file' ? ('application.files' as const) : ('application.words' as const),
          place,
          value,
        })),
      ]),
      ...area.map((place) => ({ secret: 'application.written' as const, place, value: numbers[place] })),
      ...canariesOf('user', 'nowhere', citizen),
      { secret: 'staff.phone', place: 'nowhere', value: staff.phone },
      { secret: 'staff.secrets', place: 'nowhere', value: staff.pinfl },
      { secret: 'staff.secrets', place: 'nowhere', value: staff.hash },
    ],
  };
}

const staff = { phone: '998931112233', pinfl: '41704833310018', hash: '' };

/** An admin with secret data. */
async function createStaff(server: TestServer): Promise<{ admin: number; role: number }> {
  staff.hash = await hashPassword('kanareyka-sayraydi');
  const { id, roleId } = await server.createAdmin({ lastName: 'Xodimova', passwordHash: staff.hash });
  await sql`update admins set phone = ${staff.phone}, pinfl = ${staff.pinfl} where id = ${id}`.execute(
    server.database,
  );
  return { admin: id, role: roleId };
}

async function addUser({ database }: TestServer, citizen: Person): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (first_name, last_name, father_name, phone, birthday, passport_series, passport_number, personal_number)
    values (${citizen.first_name}, ${citizen.last_name}, ${citizen.father_name}, ${citizen.phone}, ${citizen.birthday},
      ${citizen.passport_series}, ${citizen.passport_number}, ${citizen.personal_number})
    returning id`.execute(database);
  const id = rows[0]?.id ?? 0;
  // A complete history: their data are removed, and restored.
  await sql`
    update users set last_name = 'X', first_name = 'X', father_name = null, phone = null, birthday = null,
      passport_number = null, personal_number = null where id = ${id}`.execute(database);
  await sql`
    update users set last_name = ${citizen.last_name}, first_name = ${citizen.first_name},
      father_name = ${citizen.father_name}, phone = ${citizen.phone}, birthday = ${citizen.birthday},
      passport_number = ${citizen.passport_number}, personal_number = ${citizen.personal_number}
    where id = ${id}`.execute(database);
  await writeKeys(database, 100);
  return id;
}

async function fileOf({ database }: TestServer, applicationId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select file_id as id from application_files where application_id = ${applicationId}`.execute(database);
  return rows[0]?.id ?? 0;
}

async function entryOf({ database }: TestServer): Promise<number> {
  const { rows } = await sql<{ id: number }>`select min(id) as id from chat_entries`.execute(database);
  return rows[0]?.id ?? 0;
}

/** A new site, whose key may be renewed and revoked. */
export async function siteOf({ chief }: World, name: string): Promise<number> {
  const body = { name: `Sayt ${name}`, origins: [], rate: 10, webhook: '' };
  const { body: made } = await chief.post<{ site?: { id: number } }>('intake/sites', body);
  // Rejected if the super admin still has to add a second factor; then the caller is rejected too.
  return made.site?.id ?? 999_999_999;
}
