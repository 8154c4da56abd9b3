import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  createRegistry,
  deploymentSchema,
  idParamSchema,
  namesSchema,
  signedIn,
} from '#kernel/plugin-api/contract.ts';
import { viewOf } from './notice-view.ts';

const about = { id: 1, is_read: false, createdAt: '2026-11-21T08:15:30.000Z' };
const within = z.object({ street_id: idParamSchema, text: z.string().nullish(), by: z.string().nullish() });
const { notices } = createRegistry(
  [
    {
      id: 'streets',
      version: '1.0.0',
      routes: { detail: { path: '/streets/:id/*', access: signedIn } },
      notices: {
        paved: {
          icon: 'road',
          payload: within,
          opens: { route: 'detail', id: 'street_id' },
          excerpt: ['by', 'text'],
          urgent: true,
        },
        renamed: { icon: 'road', payload: z.object({ names: namesSchema }) },
        holiday: { icon: 'calendar', payload: z.object({ day: z.string() }) },
      },
    },
  ],
  deploymentSchema.parse({ plugins: { streets: {} } }),
);

test('shows a notification as its plugin declares', () => {
  const paved = { street_id: '412', text: 'Asfalt', by: 'Ali' };
  expect(viewOf({ ...about, type: 'paved', paved }, notices, 'uz')).toEqual({
    icon: 'road',
    urgent: true,
    key: 'streets:notices.paved.text',
    values: { street_id: 412, text: 'Asfalt', by: 'Ali', number: '000412' },
    excerpt: 'Ali Asfalt',
    path: '/streets/412',
  });
});

test.each([
  ['uz', 'Navoiy'],
  ['ru', 'Навои'],
])('inserts a name in the language of the reader, %s', (language, name) => {
  const renamed = { names: { uz: { name: 'Navoiy' }, ru: { name: 'Навои' } } };
  const view = viewOf({ ...about, type: 'renamed', renamed }, notices, language);
  expect(view.values).toEqual({ names: name });
});

test('has no path for a notification without a page, and no gap for absent texts', () => {
  expect(viewOf({ ...about, type: 'holiday', holiday: { day: '21.03' } }, notices, 'uz')).toMatchObject({
    values: { day: '21.03' },
    excerpt: '',
    path: null,
    urgent: false,
  });
  const paved = { street_id: 7, text: null, by: '' };
  expect(viewOf({ ...about, type: 'paved', paved }, notices, 'uz')).toMatchObject({
    excerpt: '',
    path: '/streets/7',
  });
});

test.each([
  ['a type that no plugin declares', { type: 'weather', weather: {} }],
  ['an object that does not fit', { type: 'paved', paved: { street_id: 'x' } }],
  ['no object', { type: 'paved', paved: null }],
  ['nothing', { type: 'paved' }],
  ['a name of every object', { type: 'constructor' }],
])('shows %s as unknown, without a link', (_name, given) => {
  expect(viewOf({ ...about, ...given }, notices, 'uz')).toMatchObject({
    key: 'notifications:unknown',
    path: null,
  });
});
