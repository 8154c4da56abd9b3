/**
 * The data of the specification's server. Field by field it is §3 of the specification, and nothing else: no
 * versions, no capabilities, no `id` of the signed-in admin, and listed streets without `neighborhood_id`.
 */
export interface Names {
  readonly uz: { readonly name: string };
  readonly ru: { readonly name: string };
}

export const names = (uz: string, ru: string): Names => ({ uz: { name: uz }, ru: { name: ru } });

export type Entity = { id: number } & Record<string, unknown>;

/** All stored data, by the path of the collection. */
export type Tables = Record<
  | 'roles'
  | 'admins'
  | 'users'
  | 'applications'
  | 'neighborhoods'
  | 'streets'
  | 'household-categories'
  | 'directions'
  | 'households'
  | 'notifications',
  Entity[]
>;

export const author = { first_name: 'Aziza', last_name: 'Karimova' };
const made = '2026-03-02T09:15:00.000Z';
const stamps = { author, createdAt: made, updatedAt: made };

const neighborhood = names('Bog‘ishamol', 'Богишамол');
const role = { uz: { name: 'Bosh admin' }, ru: { name: 'Главный администратор' } };
const permissions = ['household_add', 'street_add', 'application_receiver'];

export const sessionAdmin = {
  first_name: author.first_name,
  last_name: author.last_name,
  role: { role: 'super_admin', permissions, ...role },
  user_type: 'admin',
};

const citizen = {
  first_name: 'Dilnoza',
  last_name: 'Yusupova',
  father_name: 'Rustam qizi',
  phone: '+998901234567',
  birthday: '1988-04-17',
  passport_series: 'AB',
  passport_number: '1234567',
  personal_number: '41704880010025',
};

const square = [
  [41.55, 60.61],
  [41.55, 60.63],
  [41.57, 60.63],
  [41.57, 60.61],
];

/** A small town: one record of each kind, two admins and two applications. */
export function startingTables(): Tables {
  return {
    roles: [{ id: 1, role: 'super_admin', permissions, ...role, ...stamps }],
    admins: [
      {
        id: 1,
        login: 'aziza',
        ...author,
        phone: '+998901112233',
        role_id: 1,
        role,
        neighborhoods: [{ id: 1, ...neighborhood }],
        createdAt: made,
      },
      {
        id: 2,
        login: 'rustam',
        first_name: 'Rustam',
        last_name: 'Sattorov',
        phone: null,
        role_id: 1,
        role,
        neighborhoods: [],
        createdAt: made,
      },
    ],
    users: [{ id: 1, ...citizen, is_fully_filled: true, blocked: false, createdAt: made }],
    applications: [applicationOf(1, 'created'), applicationOf(2, 'accepted')],
    neighborhoods: [{ id: 1, ...neighborhood, coords: square, color: '#1d5fd1', ...stamps }],
    streets: [{ id: 1, neighborhood, ...names('Navoiy', 'Навои'), ...stamps }],
    'household-categories': [{ id: 1, ...names('Ehtiyojmand', 'Нуждающиеся'), color: '#d1331d', ...stamps }],
    directions: [{ id: 1, ...names('Tikuvchilik', 'Шитьё'), ...stamps, author_id: 1 }],
    households: [householdOf()],
    notifications: [
      { id: 1, type: 'application', is_read: false, createdAt: made, application: { id: 1 } },
      { id: 2, type: 'forward', is_read: true, createdAt: made, forward: { application_id: 2 } },
    ],
  };
}

export function applicationOf(id: number, status: string): Entity {
  const createdAt = new Date().toISOString();
  return {
    id,
    status: { status, createdAt, note: null },
    neighborhood_id: 1,
    neighborhood,
    author: { ...citizen, neighborhood, address: 'Navoiy ko‘chasi, 12' },
    employment_status: 'unemployed',
    salary: 'Tikuvchilik',
    planned_assistance: 'Tikuv mashinasi kerak.',
    files: [],
    cancel_time: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    createdAt,
    updatedAt: createdAt,
    receiver: { ...author, father_name: 'Anvar qizi', login: 'aziza', role: { ...role, permissions } },
    actions: [],
  };
}

function householdOf(): Entity {
  return {
    id: 1,
    neighborhood_id: 1,
    household_category_id: 1,
    street_id: 1,
    neighborhood,
    street: names('Navoiy', 'Навои'),
    household_category: { ...names('Ehtiyojmand', 'Нуждающиеся'), color: '#d1331d' },
    house_type: 'apartment',
    house_number: 12,
    apartment_number: null,
    citizens: [{ full_name: 'Yusupova Dilnoza', JSHSHIR: '41704880010025' }],
    able_to_work: 2,
    unemployed: 1,
    informal: 0,
    household_directions: [{ direction_id: 1, quantity: 2 }],
    coords: [41.56, 60.62],
    ...stamps,
    author_id: 1,
  };
}
