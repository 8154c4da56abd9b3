import { createHash } from 'node:crypto';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import type { Secret } from './canaries.ts';
import { historyCalls } from './history-calls.ts';
import { letterCalls } from './letter-calls.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { retentionCalls } from './retention-calls.ts';
import { spareVersion, type CallContext, type Row } from './rows.ts';
import { traceCalls } from './trace-calls.ts';
import type { World } from './world.ts';

export { spareVersion, type CallContext, type Disclosure, type Kind, type Row } from './rows.ts';

const listed: readonly Secret[] = [
  'application.name',
  'application.phone',
  'application.words',
  'application.files',
];
const inClear: readonly Secret[] = [
  ...listed,
  'application.numbers',
  'application.birthday',
  'application.written',
];
export const toReceivers = { application_receiver: listed };
export const inNotices = { application_receiver: ['application.name', 'application.words'] } as const;
const inHits = {
  application_receiver: ['application.name', 'application.phone'],
  household_add: ['household.name'],
  superAdmin: ['user.name', 'user.phone', 'staff.phone'],
} as const;
/** A search finds applicants among the citizens too. */
const inFound = {
  ...inHits,
  superAdmin: [...inHits.superAdmin, 'application.name', 'application.phone'],
} as const;

const named = (text: string) => ({ uz: { name: text }, ru: { name: `${text} ru` } });
const square = (serial: number) => [[10 + serial / 200, 20], [10 + serial / 200, 20.001], [10.001 + serial / 200, 20.001]]; // prettier-ignore
const everybody = ({ applicants, residents, citizen }: World) => [
  ...Object.values(applicants),
  ...Object.values(residents),
  citizen,
];
/** A person who searches already knows a name, a phone or a number. */
const searches = (world: World) =>
  ['', ...everybody(world).flatMap(({ last_name, personal_number }) => [last_name, personal_number])].map(
    (text) => (text === '' ? '' : `?search=${encodeURIComponent(text)}`),
  );
const options = () => ['?pagination=false'];
const planOf = (areas: readonly unknown[]) =>
  createHash('sha256')
    .update(JSON.stringify({ areas, moves: [], handovers: [], admins: [] }))
    .digest('hex');
const emptyPlan = planOf([]);
const spareBorder = (id: number) => ({
  id,
  updatedAt: spareVersion,
  coords: [
    [30, 50],
    [30, 50.001],
    [30.001, 50.001],
  ],
});
const asLines = { headers: { accept: 'application/x-ndjson' } };
const plans = () => ['?enabled=false', '?enabled=true'];
const messages = { own: 'Kanar-xabari-own', foreign: 'Kanar-xabari-yot' } as const;
const forwardTo =
  (receiver: number) =>
  ({ place, receivers }: CallContext) => ({
    message: messages[place],
    receiver_id: receivers[receiver] ?? 0,
  });
/** A member of another household, known only by the number, whose move nobody has confirmed. */
const unconfirmed = ({ world, place }: CallContext) => {
  const { personal_number } = world.residents[place === 'own' ? 'foreign' : 'own'];
  return world.householdBody(place, {
    citizens: [{ full_name: 'Boshqa Odam', personal_number }],
    confirmed: [],
  });
};
/** Households in two places with members who live elsewhere. */
const sheet = ({ residents }: World): string =>
  [
    'Mahalla;Koʻcha;Toifa;Uy turi;Uy raqami;Xonadon raqami;Fuqarolar;Mehnatga layoqatli;Ishsiz;Norasmiy band;Yoʻnalishlar;Kenglik;Uzunlik',
    ...(['own', 'foreign'] as const).flatMap((place) =>
      Object.values(residents).map(
        ({ personal_number }) =>
          `Mahalla ${place};Koʻcha ${place};Toifa;Ko'p qavatli uy;12;5;Boshqa Odam ${personal_number};1;0;0;Yoʻnalish: 3;;`,
      ),
    ),
  ].join('\n');
const spreadsheet = (text: string) => new File([text], 'xonadonlar.csv', { type: 'text/csv' });
/** The same with a valid household, so that it is imported. */
function wholeSheet({ world, serial }: CallContext) {
  const area = Math.floor(serial / 1000);
  const number = makeJshshir({ birthday: '1971-02-03', sex: 'male', area, serial: serial % 1000 });
  const text = `${sheet(world)}\nMahalla own;Koʻcha own;Toifa;Ko'p qavatli uy;${serial};1;Yangi Odam ${number};1;0;0;Yoʻnalish: 3;;`;
  return {
    digest: createHash('sha256').update(text).digest('hex'),
    warnings: 'skip',
    files: spreadsheet(text),
  };
}
/** A sheet of citizens: one in the register, and a new one. */
const citizenSheet = ({ citizen: { last_name, first_name, personal_number } }: World, serial: number) =>
  [
    'Familiya;Ism;JSHSHIR',
    `${last_name};${first_name};${personal_number}`,
    `Yangiyev;Fuqaro;${citizenNumber(serial)}`,
  ].join('\n');
const citizenNumber = (serial: number) =>
  makeJshshir({
    birthday: '1972-03-04',
    sex: 'female',
    area: 500 + Math.floor(serial / 1000),
    serial: serial % 1000,
  });
const person = (serial: number) => ({
  first_name: 'Zulfiya',
  last_name: 'Ergasheva',
  personal_number: citizenNumber(serial),
});
function wholeCitizenSheet({ world, serial }: CallContext) {
  const text = citizenSheet(world, serial);
  return { digest: createHash('sha256').update(text).digest('hex'), warnings: 'skip', files: spreadsheet(text) };
} // prettier-ignore
const password = { password: 'bu-parol-emas-umuman' };
const site = (serial: number) => ({ name: `Sayt ${serial}`, origins: [], rate: 10, webhook: '' });
const entry = (serial: number) => {
  const block = { name: `Savol ${serial}?`, asks: '', text: 'Javob.' };
  return { uz: block, ru: block, audience: 'staff', path: null, enabled: false };
};

/**
 * Every call of the server. A new one has no row and fails the test until someone declares who may make it
 * and what it may disclose. Values that callers typed themselves, such as a search text, are no secret to
 * them.
 */
export const calls: Readonly<Record<string, Row>> = {
  // The kernel
  'GET plugins': { requires: 'anyone' },
  'GET search': {
    requires: 'signedIn',
    discloses: inFound,
    variants: [asLines],
    queries: (world) =>
      ['?q=Xodimova', ...everybody(world).flatMap(({ last_name, personal_number }) => [`?q=${last_name}`, `?q=${personal_number}`])],
  },
  'GET search/known': {
    requires: 'signedIn',
    discloses: inHits,
    queries: ({ existing: { application, household }, ids: { user, admin } }) => [
      `?refs=applications.applications:${application.own},applications.applications:${application.foreign},households.households:${household.own},households.households:${household.foreign},users.users:${user},admins.admins:${admin}`,
    ],
  },
  ...traceCalls,

  // Signing in and one's own account
  'POST admins/login': { requires: 'anyone', body: ({ serial }) => ({ login: `hech-kim${serial}`, ...password }), expects: [401] },
  'POST admins/login/code': { requires: 'anyone', body: () => ({ ticket: 'x'.repeat(43), code: '000000' }), expects: [401] },
  'GET admins/admin': { requires: 'signedIn' },
  'POST admins/admin/activity': { requires: 'signedIn', body: () => ({ active: true }) },
  'POST admins/logout': { requires: 'signedIn' },
  'PUT admins/admin/password': { requires: 'signedIn', body: () => ({ old_password: 'x', ...password }), expects: [422] },
  'GET admins/admin/sessions': { requires: 'signedIn' },
  'DELETE admins/admin/sessions': { requires: 'signedIn' },
  'DELETE admins/admin/sessions/:session': { requires: 'signedIn', target: 'ownSession' },
  'GET admins/admin/second-factor': { requires: 'signedIn' },
  'POST admins/admin/second-factor': { requires: 'signedIn', body: () => password, expects: [422] },
  'PUT admins/admin/second-factor': { requires: 'signedIn', body: () => ({ code: '000000' }), expects: [422] },
  'POST admins/admin/second-factor/recovery': { requires: 'signedIn', body: () => ({ ...password, code: '000000' }), expects: [409] },
  'POST admins/admin/second-factor/removal': { requires: 'signedIn', body: () => ({ ...password, code: '000000' }), expects: [409] },
  ...passkeyCalls,
  'GET oneid': { requires: 'anyone', expects: [303] },
  'GET oneid/callback': { requires: 'anyone', expects: [303], queries: () => ['', '?code=1&state=2'] },
  'POST oneid/session': { requires: 'anyone', expects: [401] },
  'GET oneid/link': { requires: 'signedIn' },
  'POST oneid/link': { requires: 'signedIn', body: () => password, expects: [422] },
  'POST oneid/link/removal': { requires: 'signedIn', body: () => password, expects: [404] },

  // Admins and roles
  'GET admins': { requires: 'superAdmin', discloses: { superAdmin: ['staff.phone'] }, queries: () => ['', '?search=Xodimova'] },
  'POST admins/register': {
    requires: 'superAdmin',
    body: ({ world, serial }) => ({ login: `yangi${serial}`, password: 'qirqta-tuya-besh', first_name: 'Zulfiya', last_name: 'Ergasheva', phone: '', role_id: world.ids.role, neighborhoods: [world.neighborhoods.own] }),
  },
  'PUT admins/:id': {
    requires: 'superAdmin',
    target: 'admin',
    versioned: {},
    body: ({ world, serial }) => ({ login: `oʻzgargan${serial}`, first_name: 'Zulfiya', last_name: 'Ergasheva', phone: '', role_id: world.ids.role, neighborhoods: [] }),
  },
  'PUT admins/:id/block': { requires: 'superAdmin', target: 'admin', versioned: {}, queries: () => ['?blocked=true'] },
  'DELETE admins/:id': { requires: 'superAdmin', target: 'admin', versioned: {} },
  'PUT admins/:id/password': { requires: 'superAdmin', target: 'admin' },
  'GET admins/:id/sessions': { requires: 'superAdmin', target: 'admin' },
  'DELETE admins/:id/sessions': { requires: 'superAdmin', target: 'admin' },
  'DELETE admins/:id/sessions/:session': { requires: 'superAdmin', target: 'adminSession' },
  'GET admins/second-factor': { requires: 'superAdmin' },
  'PUT admins/second-factor': { requires: 'superAdmin', body: () => ({ required: 'nobody' }) },
  'GET admins/roles': { requires: 'signedIn', queries: options },
  'POST admins/roles': { requires: 'superAdmin', body: ({ serial }) => ({ ...named(`Rol n${serial}`), role: 'admin', permissions: [] }) },
  'PUT admins/roles/:id': { requires: 'superAdmin', target: 'role', versioned: {}, body: ({ serial }) => ({ ...named(`Rol o${serial}`), role: 'admin', permissions: [] }) },
  'DELETE admins/roles/:id': { requires: 'superAdmin', target: 'role', versioned: {} },

  // Applications
  'GET applications': { requires: 'application_receiver', discloses: toReceivers, queries: searches },
  'GET applications/:id': { requires: 'application_receiver', target: 'application', discloses: { application_receiver: inClear } },
  'POST applications/:id/reveal': { requires: 'application_receiver', target: 'application', discloses: { application_receiver: ['application.numbers', 'application.birthday'] }, body: () => ({ field: 'personal_number' }), variants: [{ body: () => ({ field: 'passport' }) }, { body: () => ({ field: 'birthday' }) }] },
  'POST applications': { requires: 'application_receiver', isLocal: true, discloses: toReceivers, form: ({ world, place }) => ({ ...world.applicationForm(place), files: world.file(place) }) },
  'GET applications/selection': { requires: 'application_receiver', queries: searches },
  'GET applications/batches': { requires: 'application_receiver' },
  'POST applications/batches/preview': { requires: 'application_receiver', body: ({ world }) => ({ ids: Object.values(world.existing.application) }) },
  'POST applications/batches': { requires: 'application_receiver', body: () => ({ kind: 'accept', ids: [999_999] }) },
  'GET applications/batches/:id': { requires: 'application_receiver', target: 'bulk' },
  'POST applications/batches/:id/stop': { requires: 'application_receiver', target: 'bulk' },
  'GET applications/batches/:id/report': { requires: 'application_receiver', target: 'bulk', discloses: { application_receiver: ['application.name'] }, queries: () => ['', '?format=csv'] },
  'GET applications/intake': { requires: 'application_receiver', queries: (world) => everybody(world).map(({ personal_number }) => `?personal_number=${personal_number}`) },
  'GET applications/neighborhoods': { requires: 'application_receiver' },
  'GET applications/citizens/:id': { requires: 'application_receiver', target: 'user' },
  'GET applications/:id/household': { requires: 'application_receiver', target: 'application', discloses: { application_receiver: ['household.name'] } },
  'PUT applications/:id': { requires: 'application_receiver', target: 'application', versioned: toReceivers, discloses: toReceivers, body: ({ world, place }) => world.correctionBody(place) },
  'POST applications/:id/actions/transfers': { requires: 'application_receiver', target: 'application', versioned: toReceivers, body: ({ world }) => ({ neighborhood_id: world.elsewhere, reason: 'Koʻchgan' }) },
  'POST applications/:id/actions/withdrawals': { requires: 'application_receiver', target: 'application', versioned: toReceivers, body: () => ({ note: 'Fuqaro soʻradi' }) },
  'POST applications/:id/actions/statuses': { requires: 'application_receiver', target: 'application', body: () => ({ status: 'accepted' }) },
  'POST applications/:id/actions/messages': { requires: 'application_receiver', target: 'application', discloses: { application_receiver: ['application.words', 'application.files'] }, form: ({ world, place }) => ({ message: messages[place], files: world.file(place) }) },
  'GET work': { requires: 'application_receiver', discloses: { application_receiver: ['application.name', 'application.words'] } },
  'GET applications/:id/deadline': { requires: 'application_receiver', target: 'application' },
  'POST applications/:id/deadline': { requires: 'application_receiver', target: 'application', body: () => ({ kind: 'study', reason: 'Oʻrganish' }), expects: [201, 409] },
  'POST applications/:id/deadline/extension': { requires: 'application_head', target: 'application', body: () => ({ days: 5, reason: 'Komissiya', citizen_notified: true }), expects: [201, 409] },
  'POST applications/:id/actions/results': { requires: 'application_receiver', target: 'application', form: () => ({ task_id: 999_999, message: 'Natija' }), expects: [404] },
  'POST applications/:id/actions/returns': { requires: 'application_receiver', target: 'application', form: () => ({ task_id: 999_999, message: 'Sabab' }), expects: [404] },
  'GET applications/absences': { requires: 'application_receiver' },
  'POST applications/absences': { requires: 'application_receiver', body: () => ({ from: '2020-01-01', until: '2020-01-02', substitute_id: 999_999 }), expects: [422] },
  'DELETE applications/absences/:id': { requires: 'application_receiver', target: 'application', expects: [404] },
  'GET applications/views': { requires: 'application_receiver' },
  'POST applications/views': { requires: 'application_receiver', body: () => ({ name: 'Kechikkanlar', query: 'status=late' }) },
  'PUT applications/views/order': { requires: 'application_receiver', body: () => ({ ids: [] }) },
  'PUT applications/views/:id': { requires: 'application_receiver', target: 'view', versioned: {}, body: () => ({ name: 'Boshqa', query: '' }) },
  'DELETE applications/views/:id': { requires: 'application_receiver', target: 'view' },
  'POST applications/views/:id/restore': { requires: 'application_receiver', target: 'deletedView', body: () => ({}) },
  'GET applications/colleagues': { requires: 'application_receiver' },
  'GET applications/handovers/:id': { requires: 'application_head', target: 'admin' },
  'GET applications/handovers/:id/progress': { requires: 'application_head', target: 'admin' },
  'POST applications/handovers': { requires: 'application_head', body: () => ({ admin_id: 999_999, successors: [{ neighborhood_id: 1, successor_id: 1 }] }), expects: [404] },
  'GET applications/load': { requires: 'application_head' },
  'GET applications/load/export': { requires: 'application_head' },
  'POST applications/:id/actions/forwards': { requires: 'application_receiver', target: 'application', discloses: { application_receiver: ['application.words'] }, form: forwardTo(1), variants: [{ form: () => ({ message: 'Topshiriq', receiver_id: 999_999 }), expects: [422] }, { form: forwardTo(0) }] },
  'GET notifications': { requires: 'signedIn', discloses: inNotices },
  'PUT notifications': { requires: 'signedIn', body: () => ({ is_read: true }) },
  'PUT notifications/:id': { requires: 'signedIn', target: 'notice', discloses: inNotices, body: () => ({ is_read: true }), expects: [200, 404] },
  ...letterCalls,
  ...historyCalls,
  ...retentionCalls,
  // The audit log
  // Entries name their subjects to super admins; the file names none.
  'GET audit': { requires: 'audit_read', discloses: { superAdmin: ['user.name'] }, queries: ({ ids }) => ['', `?citizen=${ids.user}`, '?subject_type=application&subject_id=1', '?admin=system&date_from=2026-01-01'] },
  'GET audit/facets': { requires: 'audit_read' },
  'GET audit/export': { requires: 'audit_read', queries: () => ['?format=csv', ''] },
  'POST audit/verifications': { requires: 'audit_read' },

  // Citizens
  // An application registers its applicant.
  'GET users': { requires: 'superAdmin', discloses: { superAdmin: ['user.name', 'user.phone', 'application.name', 'application.phone'] }, queries: searches },
  'GET users/:id': { requires: 'superAdmin', target: 'user', discloses: { superAdmin: ['user.name', 'user.phone', 'user.numbers', 'user.birthday'] } },
  'POST users/:id/reveal': { requires: 'superAdmin', target: 'user', discloses: { superAdmin: ['user.numbers', 'user.birthday'] }, body: () => ({ field: 'personal_number' }), variants: [{ body: () => ({ field: 'passport' }) }, { body: () => ({ field: 'birthday' }) }] },
  'POST users': { requires: 'superAdmin', body: ({ serial }) => person(serial), variants: [{ body: ({ world }) => ({ ...person(1), personal_number: world.citizen.personal_number }), expects: [422] }] },
  'PUT users/:id': { requires: 'superAdmin', target: 'spareUser', versioned: {}, body: ({ serial }) => person(serial) },
  'GET users/similar': {
    requires: 'superAdmin',
    discloses: { superAdmin: ['user.name', 'user.phone', 'application.name', 'application.phone'] },
    queries: (world) => everybody(world).map(({ last_name, phone }) => `?last_name=${last_name}&phone=${phone}`),
    variants: [{ queries: (world) => everybody(world).map(({ personal_number }) => `?personal_number=${personal_number}`) }],
  },
  'GET users/:id/similar': { requires: 'superAdmin', target: 'user' },
  'GET users/:id/merge/:other': { requires: 'superAdmin', target: 'twoUsers' },
  'POST users/:id/merges': { requires: 'superAdmin', target: 'twoUsers', body: ({ ids }) => ({ merged_id: ids[1], remaining_version: spareVersion, merged_version: spareVersion }) },
  'POST users/merges/:id/undo': { requires: 'superAdmin', target: 'merge' },
  'GET users/template': { requires: 'superAdmin', queries: () => ['', '?format=csv'] },
  // Names the citizen whom a row would complete, in the words of the row itself.
  'POST users/imports/preview': { requires: 'superAdmin', discloses: { superAdmin: ['user.name'] }, form: ({ world, serial }) => ({ files: spreadsheet(citizenSheet(world, serial)) }), variants: [{ form: () => ({}), expects: [422] }] },
  'POST users/imports': { requires: 'superAdmin', form: wholeCitizenSheet, variants: [{ form: () => ({ digest: '0'.repeat(64), warnings: 'skip' }), expects: [422] }] },
  'PUT users/user/:id/block': { requires: 'superAdmin', target: 'user', versioned: { superAdmin: ['user.name', 'user.phone'] }, discloses: { superAdmin: ['user.name', 'user.phone'] }, queries: () => ['?blocked=true', '?blocked=false'] },
  'GET users/lookup': {
    requires: 'application_receiver',
    isCitywide: true,
    discloses: { application_receiver: ['user.name', 'user.phone', 'user.numbers', 'user.birthday', 'application.name', 'application.phone', 'application.numbers', 'application.birthday'] },
    queries: (world) => everybody(world).map(({ personal_number }) => `?personal_number=${personal_number}`),
    expects: [200, 404],
  },

  // Households
  'GET households': { requires: 'household_add', discloses: { household_add: ['household.name'] }, queries: searches },
  'GET households/:id': { requires: 'household_add', target: 'household', discloses: { household_add: ['household.name', 'household.numbers', 'application.numbers'] } },
  'GET households/citizens': {
    requires: 'household_add',
    discloses: { household_add: ['household.name'] },
    queries: (world) => everybody(world).map(({ personal_number }) => `?personal_number=${personal_number}`),
  },
  'POST households': { requires: 'household_add', isLocal: true, variants: [{ body: unconfirmed, expects: [409] }], discloses: { household_add: ['household.name'] }, body: ({ world, place }) => world.householdBody(place) },
  'PUT households/:id': { requires: 'household_add', target: 'household', versioned: { household_add: ['household.name'] }, variants: [{ body: unconfirmed, expects: [409] }], discloses: { household_add: ['household.name'] }, body: ({ world, place }) => world.householdBody(place) },
  'DELETE households/:id': { requires: 'household_add', target: 'household', versioned: { household_add: ['household.name'] } },
  'GET households/template': { requires: 'household_add', queries: () => ['', '?format=csv'] },
  'GET households/export': { requires: 'household_add', discloses: { household_add: ['household.name'] }, queries: () => ['', '?format=csv'] },
  'POST households/imports/preview': { requires: 'household_add', form: ({ world }) => ({ files: spreadsheet(sheet(world)) }), variants: [{ form: () => ({}), expects: [422] }] },
  'POST households/imports': { requires: 'household_add', form: wholeSheet, variants: [{ form: () => ({ digest: '0'.repeat(64), warnings: 'skip' }), expects: [422] }] },

  // Statistics
  'GET stats/location-counts': { requires: 'superAdmin' },
  'GET stats/households-locations': { requires: 'superAdmin', variants: [{ headers: { accept: 'application/vnd.apache.arrow.stream' } }] },
  'GET stats/neighborhoods': { requires: 'superAdmin' },
  'GET stats/application-stats': { requires: 'superAdmin', discloses: { superAdmin: listed }, queries: searches },
  'GET stats/application-charts': { requires: 'superAdmin' },
  'GET stats/application-stats/export': { requires: 'superAdmin', discloses: { superAdmin: ['application.name', 'application.phone', 'application.words'] } },

  // Base data
  'GET neighborhoods': { requires: 'signedIn', queries: options },
  'GET neighborhoods/borders': { requires: 'signedIn' },
  'GET neighborhoods/:id': { requires: 'signedIn', target: 'neighborhood', queries: () => ['', '?include=users'] },
  'GET neighborhoods/households': { requires: 'superAdmin' },
  'POST neighborhoods': { requires: 'superAdmin', body: ({ serial }) => ({ ...named(`Mahalla n${serial}`), coords: square(serial), color: '#0b7480' }) },
  'POST neighborhoods/overlaps': { requires: 'superAdmin', body: ({ serial }) => ({ coords: square(serial) }) },
  'PUT neighborhoods/:id': { requires: 'superAdmin', target: 'neighborhood', versioned: {}, body: ({ serial }) => ({ ...named(`Mahalla o${serial}`), coords: square(serial), color: '#0b7480' }) },
  'POST neighborhoods/:id/plan': { requires: 'superAdmin', target: 'neighborhood', versioned: {}, body: ({ serial }) => ({ coords: square(serial) }) },
  // For an unchanged border, the plan moves nothing.
  'PUT neighborhoods/:id/plan': { requires: 'superAdmin', target: 'spareNeighborhood', versioned: {}, body: ({ serial }) => ({ ...named(`Mahalla p${serial}`), coords: [[30, 50], [30, 50.001], [30.001, 50.001]], color: '#0b7480', digest: emptyPlan }) },
  'POST neighborhoods/plan': { requires: 'superAdmin', target: 'spareBorder', body: ({ ids }) => ({ borders: [spareBorder(ids[0])] }) },
  'PUT neighborhoods/plan': { requires: 'superAdmin', target: 'spareBorder', body: ({ ids }) => ({ borders: [spareBorder(ids[0])], digest: emptyPlan }) },
  'POST neighborhoods/new/plan': { requires: 'superAdmin', body: ({ serial }) => ({ ...named(`Mahalla q${serial}`), coords: square(serial), color: '#0b7480' }) },
  // Nothing moves into a neighbourhood far from all households.
  'POST neighborhoods/new': { requires: 'superAdmin', body: ({ serial }) => ({ ...named(`Mahalla r${serial}`), coords: square(serial), color: '#0b7480', digest: planOf([[0, '', square(serial), null]]) }) },
  'DELETE neighborhoods/:id': { requires: 'superAdmin', target: 'spareNeighborhood', versioned: {}, variants: [{ target: 'neighborhood', expects: [409] }] },
  'GET streets': { requires: 'signedIn', queries: options },
  'POST streets': { requires: 'street_add', isLocal: true, body: ({ world, place, serial }) => ({ ...named(`Koʻcha n${serial}`), neighborhood_id: world.neighborhoods[place] }) },
  'PUT streets/:id': { requires: 'street_add', target: 'street', versioned: {}, body: ({ world, place, serial }) => ({ ...named(`Koʻcha o${serial}`), neighborhood_id: world.neighborhoods[place] }) },
  'GET directions': { requires: 'signedIn', queries: options },
  'POST directions': { requires: 'superAdmin', body: ({ serial }) => named(`Yoʻnalish n${serial}`) },
  'PUT directions/:id': { requires: 'superAdmin', target: 'direction', versioned: {}, body: ({ serial }) => named(`Yoʻnalish o${serial}`) },
  'GET household-categories': { requires: 'signedIn', queries: options },
  'GET household-categories/:id': { requires: 'superAdmin', target: 'category' },
  'POST household-categories': { requires: 'superAdmin', body: ({ serial }) => ({ ...named(`Toifa n${serial}`), color: '#1d5fd1' }) },
  'PUT household-categories/:id': { requires: 'superAdmin', target: 'category', versioned: {}, body: ({ serial }) => ({ ...named(`Toifa o${serial}`), color: '#1d5fd1' }) },

  // Intake: a caller without a ticket and a key; `intake-calls.ts` makes the calls of callers with one.
  'GET intake/form': { requires: 'anyone', expects: [403] },
  'POST intake/tickets': { requires: 'anyone', body: () => ({ challenge: 'x', solutions: [] }), expects: [403] },
  'POST intake/codes': { requires: 'anyone', body: () => ({ phone: '901234567' }), expects: [403] },
  'POST intake/codes/check': { requires: 'anyone', body: () => ({ code: '000000' }), expects: [403] },
  'POST intake/identities': { requires: 'anyone', body: () => ({ request: 'x'.repeat(43) }), expects: [403] },
  'GET intake/identities/window': { requires: 'anyone', queries: () => [`?request=${'x'.repeat(43)}&site=x&until=1&signature=${'0'.repeat(64)}`] },
  'GET intake/identities/start': { requires: 'anyone', expects: [303], queries: () => [`?link=${'x'.repeat(43)}`] },
  'GET intake/identities/done': { requires: 'anyone', queries: () => ['', '?outcome=done', '?outcome=<b>'] },
  'POST intake/identities/result': { requires: 'anyone', body: () => ({ secret: 'x'.repeat(43) }), expects: [403] },
  'POST intake/letter-checks': { requires: 'anyone', body: () => ({ code: 'x' }), expects: [403] },
  'POST intake/identities/removal': { requires: 'anyone', body: () => ({}), expects: [403] },
  'POST intake/files': { requires: 'anyone', form: ({ world }) => ({ files: world.file('own') }), expects: [403] },
  'POST intake/applications': { requires: 'anyone', body: () => ({}), expects: [403], variants: [{ headers: { 'x-komak-key': 'x'.repeat(43) }, expects: [401] }] },
  'POST intake/status': { requires: 'anyone', body: ({ world }) => ({ number: world.existing.application.own, code: 'aaaaa-aaaaa' }), expects: [404] },
  'GET intake/letters': { requires: 'anyone', expects: [404], queries: ({ existing }) => [`?number=${existing.application.own}&letter=1&until=9999999999999&signature=${'0'.repeat(64)}`] },
  'GET intake/events': { requires: 'anyone', expects: [401] },
  'GET intake/sites': { requires: 'superAdmin' },
  'POST intake/sites': { requires: 'superAdmin', body: ({ serial }) => site(serial) },
  'PUT intake/sites/:id': { requires: 'superAdmin', target: 'site', versioned: {}, body: ({ serial }) => site(serial) },
  'POST intake/sites/:id/key': { requires: 'superAdmin', target: 'site' },
  'POST intake/sites/:id/revocation': { requires: 'superAdmin', target: 'site' },
  'GET intake/sites/:id/events': { requires: 'superAdmin', target: 'site' },
  'POST intake/sites/:id/replay': { requires: 'superAdmin', target: 'site', body: () => ({ from: 1 }) },
  // An application entered by staff has no origin to show, and nobody who could read a request.
  'GET intake/applications/:id': { requires: 'application_receiver', target: 'application' },
  'POST intake/applications/:id/confirmation': { requires: 'application_receiver', target: 'application' },
  'POST intake/applications/:id/requests': { requires: 'application_receiver', target: 'application', body: () => ({ text: 'Pasport kerak' }), expects: [404] },

  // The assistant, and plugins
  'POST chatbot': { requires: 'signedIn', body: () => ({ message: 'Kanareyev kim, pasporti qanday?' }), variants: [asLines] },
  'GET chatbot/suggestions': { requires: 'signedIn' },
  'GET chatbot/entries': { requires: 'superAdmin' },
  'GET chatbot/entries/:id': { requires: 'superAdmin', target: 'entry' },
  'POST chatbot/entries': { requires: 'superAdmin', body: ({ serial }) => entry(serial) },
  'PUT chatbot/entries/:id': { requires: 'superAdmin', target: 'entry', versioned: {}, body: ({ serial }) => entry(serial) },
  'POST chatbot/entries/:id/reset': { requires: 'superAdmin', target: 'entry', versioned: {} },
  'DELETE chatbot/entries/:id': { requires: 'superAdmin', target: 'spareEntry', versioned: {}, variants: [{ target: 'entry', expects: [409] }] },
  'GET plugins/installed': { requires: 'superAdmin' },
  'GET plugins/:id': { requires: 'superAdmin', target: 'plugin' },
  'GET plugins/:id/plan': { requires: 'superAdmin', target: 'plugin', queries: plans },
  'PUT plugins/:id': { requires: 'superAdmin', target: 'plugin', body: () => ({ enabled: true }), variants: [{ body: () => ({ enabled: false }), expects: [409] }] },
  'PUT plugins/:id/settings': { requires: 'superAdmin', target: 'plugin', versioned: {}, body: () => ({ config: { deadlineDays: 15 } }), variants: [{ body: () => ({ config: { deadlineDays: 0 } }), expects: [422] }] },
  'POST plugins/:id/attempts': { requires: 'superAdmin', target: 'plugin', expects: [409] },
  'POST plugins/external/plan': { requires: 'superAdmin', form: () => ({ files: new File(['nothing'], 'queue.tgz') }), variants: [{ form: () => ({}), expects: [422] }] },
  'POST plugins/external': { requires: 'superAdmin', form: () => ({ files: new File(['nothing'], 'queue.tgz'), password: 'x', code: '1', digest: 'sha256-0' }), expects: [422] },
  'DELETE plugins/:id/external': { requires: 'superAdmin', target: 'plugin', expects: [404] },
}; // prettier-ignore
