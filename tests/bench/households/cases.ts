import type { Case as CaseOf } from '../applications/cases.ts';
import type { Load } from '../support/load.ts';

/** A row of the table. */
export interface Case extends Omit<CaseOf, 'against'> {
  readonly against: 'list' | null;
}

/** The servers and sessions that the cases use. */
export interface BenchTarget {
  readonly url: string;
  readonly bare: string;
  readonly tokens: { readonly all: string; readonly own: string };
  readonly rows: number;
}

/** The load of the bare server: the page with the data that its rows show. */
export function bareLoad({ bare }: BenchTarget): Load {
  return { url: `${bare}/households/whole` };
}

/** Our loads. The deep page begins after a fifth of the rows. */
export function ourCases({ url, tokens, rows }: BenchTarget): readonly Case[] {
  const deep = Math.floor((rows / 20) * 0.2);
  const get = (query: string, token = tokens.all): Load => ({
    url: `${url}/api/uz/households${query}`,
    token,
  });
  const list = (name: string, query: string, token?: string): Case => ({
    name,
    load: get(query, token),
    against: 'list',
    goal: { ratio: 1 / 3 },
  });
  const watched = (name: string, query: string): Case => ({ ...list(name, query), goal: null });
  /** A search is database work: more at once than the database has processors would only wait. */
  const search = (name: string, text: string): Case => ({
    name: `search of ${name}`,
    load: { ...get(`?search=${encodeURIComponent(text)}`), connections: 2 },
    against: null,
    goal: { p95: 100 },
  });
  return [
    list('page 1', ''),
    list('page 1 of a neighbourhood', '?neighborhood=7'),
    list('page 1 of a category', '?household_category=3'),
    list('page 1 of three filters', '?neighborhood=7&household_category=3&house_type=building'),
    list(`page ${deep}`, `?page=${deep}`),
    list(`page ${deep} of a house type`, `?page=${deep}&house_type=apartment`),
    list('page 1, area of five', '', tokens.own),
    list(`page ${Math.floor(deep / 10)}, area of five`, `?page=${Math.floor(deep / 10)}`, tokens.own),
    watched('page 1 by address', '?sort_by=address'),
    watched(`page ${deep} by address`, `?sort_by=address&page=${deep}`),
    watched(`page ${deep} by able to work`, `?sort_by=able_to_work&page=${deep}`),
    watched(`page ${deep} by category`, `?sort_by=household_category&page=${deep}`),
    watched(`page ${deep} by author`, `?sort_by=author&page=${deep}`),
    watched(`page ${deep} by change`, `?sort_by=updatedAt&page=${deep}`),
    search('a JSHSHIR', '30101800131000'),
    search('a name', 'karimov anvar'),
    search('a family name', 'karimov'),
    search('an address', 'Mahalla 7 MFY, 12-uy'),
    { name: 'by id', load: get('/1'), against: null, goal: null },
  ];
}
