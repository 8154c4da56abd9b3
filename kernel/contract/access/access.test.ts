import { describe, expect, test } from 'vitest';
import {
  allOf,
  allows,
  anyOf,
  anyone,
  areaOf,
  permissionsOf,
  reaches,
  signedIn,
  superAdmin,
  type Access,
  type Rights,
} from './access.ts';

const nobody = null;
const guest: Rights = { role: 'admin', permissions: [] };
const receiver: Rights = { role: 'admin', permissions: ['application_receiver'] };
const registrar: Rights = { role: 'admin', permissions: ['household_add', 'street_add'] };
const bareSuper: Rights = { role: 'super_admin', permissions: [] };
const fullSuper: Rights = {
  role: 'super_admin',
  permissions: ['household_add', 'street_add', 'application_receiver'],
};

const both = allOf('household_add', 'street_add');
const either = anyOf('application_receiver', 'street_add');

/** Every combination of viewer and rule with its result. */
const truth: readonly [
  string,
  Access,
  Record<'nobody' | 'guest' | 'receiver' | 'registrar' | 'bareSuper' | 'fullSuper', boolean>,
][] = [
  [
    'anyone',
    anyone,
    { nobody: true, guest: true, receiver: true, registrar: true, bareSuper: true, fullSuper: true },
  ],
  [
    'signed in',
    signedIn,
    { nobody: false, guest: true, receiver: true, registrar: true, bareSuper: true, fullSuper: true },
  ],
  [
    'super admin',
    superAdmin,
    { nobody: false, guest: false, receiver: false, registrar: false, bareSuper: true, fullSuper: true },
  ],
  [
    'one permission',
    allOf('application_receiver'),
    { nobody: false, guest: false, receiver: true, registrar: false, bareSuper: false, fullSuper: true },
  ],
  [
    'both permissions',
    both,
    { nobody: false, guest: false, receiver: false, registrar: true, bareSuper: false, fullSuper: true },
  ],
  [
    'either permission',
    either,
    { nobody: false, guest: false, receiver: true, registrar: true, bareSuper: false, fullSuper: true },
  ],
];

const viewers = { nobody, guest, receiver, registrar, bareSuper, fullSuper };

describe.each(truth)('%s', (_name, access, expected) => {
  test.each(Object.entries(viewers))('%s', (name, viewer) => {
    expect(allows(access, viewer)).toBe(expected[name as keyof typeof expected]);
  });
});

test('requires every permission of a rule', () => {
  expect(allows(both, { role: 'admin', permissions: ['street_add'] })).toBe(false);
});

test('names the permissions of a rule', () => {
  expect(permissionsOf(both)).toEqual(['household_add', 'street_add']);
  expect(permissionsOf(either)).toEqual(['application_receiver', 'street_add']);
  expect([anyone, signedIn, superAdmin].flatMap(permissionsOf)).toEqual([]);
});

describe('areas', () => {
  test('an admin reaches assigned neighbourhoods', () => {
    const area = areaOf({ ...guest, id: 1, neighborhoodIds: [3, 4] });
    expect([3, 4, 5].map((id) => reaches(area, id))).toEqual([true, true, false]);
  });

  test('an admin without neighbourhoods reaches none', () => {
    expect(reaches(areaOf({ ...receiver, id: 1, neighborhoodIds: [] }), 1)).toBe(false);
  });

  test('a super admin reaches every neighbourhood, regardless of assignments', () => {
    expect(reaches(areaOf({ ...bareSuper, id: 1, neighborhoodIds: [] }), 77)).toBe(true);
  });
});
