import { createHash } from 'node:crypto';
import { makeJshshir } from '#kernel/domain/text/index.ts';
import type { Right } from './callers.ts';
import type { Secret } from './canaries.ts';
import type { Area, World } from './world.ts';

/** What stands for `:id` in a path; those that are spare go with the call. */
export type Kind =
  | 'application' | 'household' | 'street' | 'neighborhood' | 'spareNeighborhood' | 'user' | 'admin' | 'role' | 'direction'
  | 'category' | 'entry' | 'spareEntry' | 'plugin' | 'notice' | 'ownSession' | 'adminSession'; // prettier-ignore

/** With what a call is made. */
export interface Making {
  readonly world: World;
  /** In which neighbourhood the thing lies, or would come to lie. */
  readonly place: Area;
  /** Never the same. */
  readonly serial: number;
  /** Who receives applications there: one who makes calls, and one who listens. */
  readonly heirs: readonly number[];
}

/** With what a call is made, and what is answered to those who may make it. */
interface Way {
  readonly at?: Kind;
  readonly body?: (making: Making) => object;
  readonly form?: (making: Making) => Readonly<Record<string, string | number | File>>;
  readonly queries?: (world: World) => readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 or 201 where nothing is said. */
  readonly gives?: readonly number[];
}

/** What may be told: to holders of a right, and of things within their area alone; nothing else, and nothing to anybody else. */
export type Tells = Readonly<Partial<Record<Right, readonly Secret[]>>>;

/** One call: who may make it, what its answer may tell to whom, and how it is made rightly. */
export interface Row extends Way {
  readonly who: Right;
  readonly tells?: Tells;
  /** What it makes lies in a neighbourhood, which has to be one's own. */
  readonly placed?: true;
  /** It refuses who edited an old version, and may tell him this of what there is now. */
  readonly versioned?: Tells;
  /** Made in these ways, too. */
  readonly also?: readonly Way[];
}

const whole: readonly Secret[] = [
  'application.name',
  'application.phone',
  'application.numbers',
  'application.words',
  'application.files',
];
const toReceivers = { application_receiver: whole };
const inNotices = { application_receiver: ['application.name', 'application.words'] } as const;
const inHits = {
  application_receiver: ['application.name', 'application.phone'],
  household_add: ['household.name'],
  superAdmin: ['user.name', 'user.phone', 'staff.phone'],
} as const;

const named = (text: string) => ({ uz: { name: text }, ru: { name: `${text} ru` } });
const square = (serial: number) => [[10 + serial / 100, 20], [10 + serial / 100, 20.001], [10.001 + serial / 100, 20.001]]; // prettier-ignore
const everyone = ({ applicants, residents, citizen }: World) => [
  ...Object.values(applicants),
  ...Object.values(residents),
  citizen,
];
/** Whoever searches knows something already: a name, a phone or a number. */
const searches = (world: World) =>
  ['', ...everyone(world).flatMap(({ last_name, personal_number }) => [last_name, personal_number])].map(
    (text) => (text === '' ? '' : `?search=${encodeURIComponent(text)}`),
  );
const options = () => ['?pagination=false'];
const asLines = { headers: { accept: 'application/x-ndjson' } };
const plans = () => ['?enabled=false', '?enabled=true'];
const messages = { own: 'Kanar-xabari-own', foreign: 'Kanar-xabari-yot' } as const;
const handOver =
  (heir: number) =>
  ({ place, heirs }: Making) => ({ message: messages[place], receiver_id: heirs[heir] ?? 0 });
/** Somebody else's resident, of whom one knows the number and no more; nobody has confirmed that he moves. */
const unconfirmed = ({ world, place }: Making) => {
  const { personal_number } = world.residents[place === 'own' ? 'foreign' : 'own'];
  return world.householdBody(place, {
    citizens: [{ full_name: 'Boshqa Odam', personal_number }],
    confirmed: [],
  });
};
/** Households of two places, the residents of which live elsewhere already. */
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
/** The same with a household of which nothing is doubtful, so that it is taken in. */
function wholeSheet({ world, serial }: Making) {
  const area = Math.floor(serial / 1000);
  const number = makeJshshir({ birthday: '1971-02-03', sex: 'male', area, serial: serial % 1000 });
  const text = `${sheet(world)}\nMahalla own;Koʻcha own;Toifa;Ko'p qavatli uy;${serial};1;Yangi Odam ${number};1;0;0;Yoʻnalish: 3;;`;
  return {
    digest: createHash('sha256').update(text).digest('hex'),
    warnings: 'skip',
    files: spreadsheet(text),
  };
}
const password = { password: 'bu-parol-emas-umuman' };
const entry = (serial: number) => {
  const block = { name: `Savol ${serial}?`, asks: '', text: 'Javob.' };
  return { uz: block, ru: block, audience: 'staff', path: null, enabled: false };
};

/**
 * Every call of the server. A new one has no row and makes the test fail, until somebody has said who may make it and what
 * it may tell. What one typed oneself, such as the text of a search, is no secret from oneself.
 */
export const calls: Readonly<Record<string, Row>> = {
  // The kernel
  'GET plugins': { who: 'anyone' },
  'GET search': {
    who: 'signedIn',
    tells: inHits,
    also: [asLines],
    queries: (world) =>
      ['?q=Xodimova', ...everyone(world).flatMap(({ last_name, personal_number }) => [`?q=${last_name}`, `?q=${personal_number}`])],
  },
  'GET search/known': {
    who: 'signedIn',
    tells: inHits,
    queries: ({ existing: { application, household }, ids: { user, admin } }) => [
      `?refs=applications.applications:${application.own},applications.applications:${application.foreign},households.households:${household.own},households.households:${household.foreign},users.users:${user},admins.admins:${admin}`,
    ],
  },

  // Signing in, and one's own account
  'POST admins/login': { who: 'anyone', body: ({ serial }) => ({ login: `hech-kim${serial}`, ...password }), gives: [401] },
  'POST admins/login/code': { who: 'anyone', body: () => ({ ticket: 'x'.repeat(43), code: '000000' }), gives: [401] },
  'GET admins/admin': { who: 'signedIn' },
  'POST admins/logout': { who: 'signedIn' },
  'PUT admins/admin/password': { who: 'signedIn', body: () => ({ old_password: 'x', ...password }), gives: [422] },
  'GET admins/admin/sessions': { who: 'signedIn' },
  'DELETE admins/admin/sessions': { who: 'signedIn' },
  'DELETE admins/admin/sessions/:session': { who: 'signedIn', at: 'ownSession' },
  'GET admins/admin/second-factor': { who: 'signedIn' },
  'POST admins/admin/second-factor': { who: 'signedIn', body: () => password, gives: [422] },
  'PUT admins/admin/second-factor': { who: 'signedIn', body: () => ({ code: '000000' }), gives: [422] },
  'POST admins/admin/second-factor/recovery': { who: 'signedIn', body: () => ({ ...password, code: '000000' }), gives: [409] },
  'POST admins/admin/second-factor/removal': { who: 'signedIn', body: () => ({ ...password, code: '000000' }), gives: [409] },
  'GET oneid': { who: 'anyone', gives: [303] },
  'GET oneid/callback': { who: 'anyone', gives: [303], queries: () => ['', '?code=1&state=2'] },
  'POST oneid/session': { who: 'anyone', gives: [401] },
  'GET oneid/link': { who: 'signedIn' },
  'POST oneid/link': { who: 'signedIn', body: () => password, gives: [422] },
  'DELETE oneid/link': { who: 'signedIn', gives: [404] },

  // Admins and roles
  'GET admins': { who: 'superAdmin', tells: { superAdmin: ['staff.phone'] }, queries: () => ['', '?search=Xodimova'] },
  'POST admins/register': {
    who: 'superAdmin',
    body: ({ world, serial }) => ({ login: `yangi${serial}`, password: 'qirqta-tuya-besh', first_name: 'Zulfiya', last_name: 'Ergasheva', phone: '', role_id: world.ids.role, neighborhoods: [world.neighborhoods.own] }),
  },
  'PUT admins/:id': {
    who: 'superAdmin',
    at: 'admin',
    versioned: {},
    body: ({ world, serial }) => ({ login: `oʻzgargan${serial}`, first_name: 'Zulfiya', last_name: 'Ergasheva', phone: '', role_id: world.ids.role, neighborhoods: [] }),
  },
  'PUT admins/:id/block': { who: 'superAdmin', at: 'admin', versioned: {}, queries: () => ['?blocked=true'] },
  'DELETE admins/:id': { who: 'superAdmin', at: 'admin', versioned: {} },
  'PUT admins/:id/password': { who: 'superAdmin', at: 'admin' },
  'GET admins/:id/sessions': { who: 'superAdmin', at: 'admin' },
  'DELETE admins/:id/sessions': { who: 'superAdmin', at: 'admin' },
  'DELETE admins/:id/sessions/:session': { who: 'superAdmin', at: 'adminSession' },
  'DELETE admins/:id/second-factor': { who: 'superAdmin', at: 'admin', gives: [409] },
  'GET admins/second-factor': { who: 'superAdmin' },
  'PUT admins/second-factor': { who: 'superAdmin', body: () => ({ required: 'nobody' }) },
  'GET admins/roles': { who: 'signedIn', queries: options },
  'POST admins/roles': { who: 'superAdmin', body: ({ serial }) => ({ ...named(`Rol n${serial}`), role: 'admin', permissions: [] }) },
  'PUT admins/roles/:id': { who: 'superAdmin', at: 'role', versioned: {}, body: ({ serial }) => ({ ...named(`Rol o${serial}`), role: 'admin', permissions: [] }) },
  'DELETE admins/roles/:id': { who: 'superAdmin', at: 'role', versioned: {} },

  // Applications
  'GET applications': { who: 'application_receiver', tells: toReceivers, queries: searches },
  'GET applications/:id': { who: 'application_receiver', at: 'application', tells: toReceivers },
  'POST applications': { who: 'application_receiver', placed: true, tells: toReceivers, form: ({ world, place }) => ({ ...world.applicationForm(place), files: world.file(place) }) },
  'POST applications/:id/actions/statuses': { who: 'application_receiver', at: 'application', body: () => ({ status: 'accepted' }) },
  'POST applications/:id/actions/messages': { who: 'application_receiver', at: 'application', tells: { application_receiver: ['application.words', 'application.files'] }, form: ({ world, place }) => ({ message: messages[place], files: world.file(place) }) },
  'POST applications/:id/actions/forwards': { who: 'application_receiver', at: 'application', tells: { application_receiver: ['application.words'] }, form: handOver(1), also: [{ form: () => ({ message: 'Topshiriq', receiver_id: 999_999 }), gives: [422] }, { form: handOver(0) }] },
  'GET notifications': { who: 'signedIn', tells: inNotices },
  'PUT notifications': { who: 'signedIn', body: () => ({ is_read: true }) },
  'PUT notifications/:id': { who: 'signedIn', at: 'notice', tells: inNotices, body: () => ({ is_read: true }), gives: [200, 404] },

  // Citizens
  'GET users': { who: 'superAdmin', tells: { superAdmin: ['user.name', 'user.phone'] }, queries: searches },
  'GET users/:id': { who: 'superAdmin', at: 'user', tells: { superAdmin: ['user.name', 'user.phone', 'user.numbers'] } },
  'PUT users/user/:id/block': { who: 'superAdmin', at: 'user', versioned: { superAdmin: ['user.name', 'user.phone'] }, tells: { superAdmin: ['user.name', 'user.phone'] }, queries: () => ['?blocked=true', '?blocked=false'] },
  'GET users/lookup': {
    who: 'application_receiver',
    tells: { application_receiver: ['user.name', 'user.phone', 'user.numbers'] },
    queries: (world) => everyone(world).map(({ personal_number }) => `?personal_number=${personal_number}`),
    gives: [200, 404],
  },

  // Households
  'GET households': { who: 'household_add', tells: { household_add: ['household.name'] }, queries: searches },
  'GET households/:id': { who: 'household_add', at: 'household', tells: { household_add: ['household.name', 'household.numbers'] } },
  'GET households/citizens': {
    who: 'household_add',
    tells: { household_add: ['household.name'] },
    queries: (world) => everyone(world).map(({ personal_number }) => `?personal_number=${personal_number}`),
  },
  'POST households': { who: 'household_add', placed: true, also: [{ body: unconfirmed, gives: [409] }], tells: { household_add: ['household.name', 'household.numbers'] }, body: ({ world, place }) => world.householdBody(place) },
  'PUT households/:id': { who: 'household_add', at: 'household', versioned: { household_add: ['household.name', 'household.numbers'] }, also: [{ body: unconfirmed, gives: [409] }], tells: { household_add: ['household.name', 'household.numbers'] }, body: ({ world, place }) => world.householdBody(place) },
  'DELETE households/:id': { who: 'household_add', at: 'household', versioned: { household_add: ['household.name', 'household.numbers'] } },
  'GET households/template': { who: 'household_add', queries: () => ['', '?format=csv'] },
  'GET households/export': { who: 'household_add', tells: { household_add: ['household.name', 'household.numbers'] }, queries: () => ['', '?format=csv'] },
  'POST households/imports/preview': { who: 'household_add', form: ({ world }) => ({ files: spreadsheet(sheet(world)) }), also: [{ form: () => ({}), gives: [422] }] },
  'POST households/imports': { who: 'household_add', form: wholeSheet, also: [{ form: () => ({ digest: '0'.repeat(64), warnings: 'skip' }), gives: [422] }] },

  // Statistics
  'GET stats/location-counts': { who: 'superAdmin' },
  'GET stats/households-locations': { who: 'superAdmin', also: [{ headers: { accept: 'application/vnd.apache.arrow.stream' } }] },
  'GET stats/neighborhoods': { who: 'superAdmin' },
  'GET stats/application-stats': { who: 'superAdmin', tells: { superAdmin: whole }, queries: searches },
  'GET stats/application-charts': { who: 'superAdmin' },
  'GET stats/application-stats/export': { who: 'superAdmin', tells: { superAdmin: ['application.name', 'application.phone', 'application.words'] } },

  // What the others are made of
  'GET neighborhoods': { who: 'signedIn', queries: options },
  'GET neighborhoods/:id': { who: 'signedIn', at: 'neighborhood', queries: () => ['', '?include=users'] },
  'POST neighborhoods': { who: 'superAdmin', body: ({ serial }) => ({ ...named(`Mahalla n${serial}`), coords: square(serial), color: '#0b7480' }) },
  'POST neighborhoods/overlaps': { who: 'superAdmin', body: ({ serial }) => ({ coords: square(serial) }) },
  'PUT neighborhoods/:id': { who: 'superAdmin', at: 'neighborhood', versioned: {}, body: ({ serial }) => ({ ...named(`Mahalla o${serial}`), coords: square(serial), color: '#0b7480' }) },
  'DELETE neighborhoods/:id': { who: 'superAdmin', at: 'spareNeighborhood', versioned: {}, also: [{ at: 'neighborhood', gives: [409] }] },
  'GET streets': { who: 'signedIn', queries: options },
  'POST streets': { who: 'street_add', placed: true, body: ({ world, place, serial }) => ({ ...named(`Koʻcha n${serial}`), neighborhood_id: world.neighborhoods[place] }) },
  'PUT streets/:id': { who: 'street_add', at: 'street', versioned: {}, body: ({ world, place, serial }) => ({ ...named(`Koʻcha o${serial}`), neighborhood_id: world.neighborhoods[place] }) },
  'GET directions': { who: 'signedIn', queries: options },
  'POST directions': { who: 'superAdmin', body: ({ serial }) => named(`Yoʻnalish n${serial}`) },
  'PUT directions/:id': { who: 'superAdmin', at: 'direction', versioned: {}, body: ({ serial }) => named(`Yoʻnalish o${serial}`) },
  'GET household-categories': { who: 'signedIn', queries: options },
  'GET household-categories/:id': { who: 'superAdmin', at: 'category' },
  'POST household-categories': { who: 'superAdmin', body: ({ serial }) => ({ ...named(`Toifa n${serial}`), color: '#1d5fd1' }) },
  'PUT household-categories/:id': { who: 'superAdmin', at: 'category', versioned: {}, body: ({ serial }) => ({ ...named(`Toifa o${serial}`), color: '#1d5fd1' }) },

  // The assistant, and plugins
  'POST chatbot': { who: 'signedIn', body: () => ({ message: 'Kanareyev kim, pasporti qanday?' }), also: [asLines] },
  'GET chatbot/suggestions': { who: 'signedIn' },
  'GET chatbot/entries': { who: 'superAdmin' },
  'GET chatbot/entries/:id': { who: 'superAdmin', at: 'entry' },
  'POST chatbot/entries': { who: 'superAdmin', body: ({ serial }) => entry(serial) },
  'PUT chatbot/entries/:id': { who: 'superAdmin', at: 'entry', versioned: {}, body: ({ serial }) => entry(serial) },
  'POST chatbot/entries/:id/reset': { who: 'superAdmin', at: 'entry', versioned: {} },
  'DELETE chatbot/entries/:id': { who: 'superAdmin', at: 'spareEntry', versioned: {}, also: [{ at: 'entry', gives: [409] }] },
  'GET plugins/installed': { who: 'superAdmin' },
  'GET plugins/:id': { who: 'superAdmin', at: 'plugin' },
  'GET plugins/:id/plan': { who: 'superAdmin', at: 'plugin', queries: plans },
  'PUT plugins/:id': { who: 'superAdmin', at: 'plugin', body: () => ({ enabled: true }), also: [{ body: () => ({ enabled: false }), gives: [409] }] },
  'PUT plugins/:id/settings': { who: 'superAdmin', at: 'plugin', body: () => ({ config: { deadlineDays: 15 } }), also: [{ body: () => ({ config: { deadlineDays: 0 } }), gives: [422] }] },
  'POST plugins/:id/attempts': { who: 'superAdmin', at: 'plugin', gives: [409] },
}; // prettier-ignore

/** What the server tells sockets by itself, and to whom; of things within their area, as calls do. */
export const events: Readonly<Record<string, Tells>> = {
  application_receive: toReceivers,
  application_change: toReceivers,
  notification_receive: inNotices,
};
