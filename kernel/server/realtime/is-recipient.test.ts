import { expect, test } from 'vitest';
import { allOf, anyOf, anyone, signedIn, superAdmin, type Viewer } from '#kernel/contract/index.ts';
import type { Audience } from '../api/index.ts';
import { isRecipient } from './event-delivery.ts';

const viewers: Record<string, Viewer> = {
  chief: { id: 1, role: 'super_admin', permissions: ['a', 'b'], neighborhoodIds: [] },
  idleChief: { id: 2, role: 'super_admin', permissions: [], neighborhoodIds: [] },
  here: { id: 3, role: 'admin', permissions: ['a'], neighborhoodIds: [10] },
  there: { id: 4, role: 'admin', permissions: ['a', 'b'], neighborhoodIds: [11] },
  guest: { id: 5, role: 'admin', permissions: [], neighborhoodIds: [10] },
};

test.each<[string, Audience, string[]]>([
  ['everyone', {}, ['chief', 'idleChief', 'here', 'there', 'guest']],
  ['anyone', { access: anyone }, ['chief', 'idleChief', 'here', 'there', 'guest']],
  ['all who are signed in', { access: signedIn }, ['chief', 'idleChief', 'here', 'there', 'guest']],
  ['super admins', { access: superAdmin }, ['chief', 'idleChief']],
  ['a permission, which a super admin has to hold too', { access: allOf('a') }, ['chief', 'here', 'there']],
  ['both permissions', { access: allOf('a', 'b') }, ['chief', 'there']],
  ['one of the permissions', { access: anyOf('b', 'c') }, ['chief', 'there']],
  ['a neighbourhood', { neighborhoodId: 10 }, ['chief', 'idleChief', 'here', 'guest']],
  ['a permission in a neighbourhood', { access: allOf('a'), neighborhoodId: 10 }, ['chief', 'here']],
  ['but for one', { access: allOf('a'), neighborhoodId: 10, exceptAdminId: 1 }, ['here']],
  ['those named', { adminIds: [3, 5] }, ['here', 'guest']],
  ['those named who may', { access: allOf('a'), adminIds: [3, 5] }, ['here']],
  ['nobody', { adminIds: [] }, []],
])('an event for %s', (_name, audience, expected) => {
  const reached = Object.entries(viewers).filter(([, viewer]) => isRecipient(audience, viewer));
  expect(reached.map(([name]) => name)).toEqual(expected);
});
