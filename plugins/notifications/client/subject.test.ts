import { expect, test } from 'vitest';
import { subjectOf } from './subject.ts';

const about = { id: 1, is_read: false, createdAt: '2026-11-21T08:15:30.000Z' };

test('the object under the key of the type is read', () => {
  expect(subjectOf({ ...about, type: 'application', application: { id: 412 } })).toEqual({
    kind: 'application',
    applicationId: 412,
    text: '',
  });
  expect(
    subjectOf({ ...about, type: 'forward', forward: { application_id: '7', message: 'Koʻring' } }),
  ).toEqual({
    kind: 'forward',
    applicationId: 7,
    text: 'Koʻring',
  });
});

test('a type or an object that is not known does not break the list', () => {
  expect(subjectOf({ ...about, type: 'weather', weather: {} })).toEqual({ kind: 'unknown' });
  expect(subjectOf({ ...about, type: 'message', message: null })).toEqual({ kind: 'unknown' });
  expect(subjectOf({ ...about, type: 'message' })).toEqual({ kind: 'unknown' });
});
