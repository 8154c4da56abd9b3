import { expect, test } from 'vitest';
import { menuHits, nextHit } from './hits.ts';

const menu = [
  {
    plugin: 'streets',
    label: 'Koʻchalar',
    icon: 'road',
    items: [{ id: 'streets.list', label: 'x', icon: 'road', path: '/streets' }],
  },
  {
    plugin: 'applications',
    label: 'Arizalar',
    icon: 'inbox',
    items: [
      { id: 'applications.list', label: 'Roʻyxat', icon: 'inbox', path: '/applications/list' },
      {
        id: 'applications.accept',
        label: 'Ariza qabul qilish',
        icon: 'file-plus',
        path: '/applications/accept',
      },
    ],
  },
];
const find = (query: string) => menuHits(menu, (key) => key, query).map(({ path }) => path);

test('pages are found by any word, in any script and with any apostrophe', () => {
  expect(find("ko'cha")).toEqual(['/streets']);
  expect(find('Кўча')).toEqual(['/streets']);
  expect(find('ariza royxat')).toEqual(['/applications/list']);
  expect(find('')).toHaveLength(3);
});

test('arrows go round', () => {
  expect([nextHit(2, 1, 3), nextHit(0, -1, 3), nextHit(-1, 1, 0)]).toEqual([0, 2, -1]);
});
