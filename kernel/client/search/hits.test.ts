import { expect, test } from 'vitest';
import { actionHits, isExactNumber, filterHits, nextHit, pageHits } from './hits.ts';

const menu = [
  {
    plugin: 'stats',
    label: 'Statistika',
    icon: 'chart',
    items: [
      { id: 'stats.general', label: 'Umumiy', icon: 'chart', path: '/stats/general' },
      { id: 'stats.application', label: 'Arizalar', icon: 'chart', path: '/stats/application' },
    ],
  },
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
const pages = pageHits(menu, (key) => key);
const find = (query: string) => filterHits(pages, query).map(({ path }) => path);

test('finds pages by any word, in any script and with any apostrophe', () => {
  expect(find("ko'cha")).toEqual(['/streets']);
  expect(find('Кўча')).toEqual(['/streets']);
  expect(find('ariza royxat')).toEqual(['/applications/list']);
  expect(find('')).toHaveLength(5);
});

test('sorts titles that begin with the query first', () => {
  expect(find('umumiy statistika')).toEqual(['/stats/general']);
  expect(find('ariza')).toEqual(['/applications/list', '/applications/accept', '/stats/application']);
});

test('finds an action by its title and by its plugin', () => {
  const add = {
    id: 'households.add',
    plugin: 'households',
    label: 'Yangi xonadon',
    icon: 'plus',
    path: '/households/add',
  };
  const actions = actionHits([add], (key) => (key === 'households:menu.title' ? 'Xonadonlar' : key));
  for (const query of ['yangi xonadon', 'янги хонадон', 'xonadonlar']) {
    expect(filterHits(actions, query), query).toMatchObject([{ path: '/households/add' }]);
  }
  expect(filterHits(actions, 'yangi mahalla')).toEqual([]);
});

test('distinguishes the typed number from numbers that contain it', () => {
  const group = (number?: string) => ({
    key: 'x',
    title: '',
    hits: [{ key: '1', title: '', subtitle: '', path: '/', icon: 'x', number }],
  });
  for (const typed of ['42', '000042', '№ 42'])
    expect(isExactNumber(group('№ 000042'), typed), typed).toBe(true);
  expect(isExactNumber(group('№ 000142'), '42')).toBe(false);
  expect(isExactNumber(group(), '42')).toBe(false);
  expect(isExactNumber(group('№ 000042'), 'olim')).toBe(false);
});

test('arrow keys wrap around', () => {
  expect([nextHit(2, 1, 3), nextHit(0, -1, 3), nextHit(-1, 1, 0)]).toEqual([0, 2, -1]);
});
