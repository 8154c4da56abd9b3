import type { RoleLevel } from '#kernel/contract/index.ts';

/** A role of the demonstration. */
export interface DemoRole {
  readonly key: string;
  readonly role: RoleLevel;
  readonly permissions: readonly string[];
  readonly name_uz: string;
  readonly name_ru: string;
}

/** An admin of the demonstration; `neighborhoods` are places in the list of all, in the order of their ids. */
export interface DemoAdmin {
  readonly login: string;
  readonly role: string;
  readonly neighborhoods: readonly number[];
  readonly blocked?: boolean;
}

/** The roles, from all rights to none. */
export const demoRoles: readonly DemoRole[] = [
  role(
    'super',
    'super_admin',
    ['application_receiver', 'household_add', 'street_add'],
    ['Bosh administrator', 'Главный администратор'],
  ),
  role('operator', 'admin', ['application_receiver'], ['Operator', 'Оператор']),
  role('registrar', 'admin', ['household_add', 'street_add'], ['Roʻyxatga oluvchi', 'Регистратор']),
  role(
    'chairman',
    'admin',
    ['application_receiver', 'household_add'],
    ['Mahalla raisi', 'Председатель махалли'],
  ),
  role('guest', 'admin', [], ['Kuzatuvchi', 'Наблюдатель']),
];

/** The staff: the five logins that are told at the start, then others. */
export const demoAdmins: readonly DemoAdmin[] = [
  { login: 'superadmin', role: 'super', neighborhoods: [] },
  { login: 'operator', role: 'operator', neighborhoods: [0, 1, 2, 3, 4] },
  { login: 'operator2', role: 'operator', neighborhoods: [3, 4, 5, 6, 7] },
  { login: 'registrar', role: 'registrar', neighborhoods: [0, 1, 2, 3, 4] },
  { login: 'guest', role: 'guest', neighborhoods: [0, 1] },
  { login: 'operator3', role: 'operator', neighborhoods: span(8, 20) },
  { login: 'operator4', role: 'operator', neighborhoods: span(20, 32) },
  { login: 'operator5', role: 'operator', neighborhoods: span(30, 40) },
  { login: 'rais1', role: 'chairman', neighborhoods: [0] },
  { login: 'rais2', role: 'chairman', neighborhoods: [3] },
  { login: 'rais3', role: 'chairman', neighborhoods: [12, 13] },
  { login: 'registrar2', role: 'registrar', neighborhoods: span(8, 40) },
  { login: 'rahbar', role: 'super', neighborhoods: [] },
  { login: 'sobiqxodim', role: 'operator', neighborhoods: [1, 2], blocked: true },
];

function role(
  key: string,
  level: RoleLevel,
  permissions: readonly string[],
  [name_uz, name_ru]: readonly [string, string],
): DemoRole {
  return { key, role: level, permissions, name_uz, name_ru };
}

function span(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
