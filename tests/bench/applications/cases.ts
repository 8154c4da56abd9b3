import type { Load } from '../support/load.ts';
import type { Goal } from '../support/table.ts';

/** The loads of the bare server that ours are compared with. */
export type BareName = 'list' | 'by id' | 'create' | 'create counted' | 'create whole';

/** A row of the table. */
export interface Case {
  readonly name: string;
  readonly load: Load;
  /** Null if the bare server has no equivalent. */
  readonly against: BareName | null;
  readonly goal: Goal | null;
}

/** The servers, sessions and records that the cases use. */
export interface BenchTarget {
  readonly url: string;
  readonly bare: string;
  readonly tokens: {
    readonly all: string;
    readonly own: string;
    /** Admins of the form's neighbourhood; a single one may use only half of the slots for changes (decision 0015). */
    readonly desk: readonly string[];
  };
  readonly ids: { readonly first: number; readonly last: number };
}

/** The neighbourhood of the created applications. */
export const formNeighborhood = 7;
const form = {
  neighborhood_id: String(formNeighborhood),
  employment_status: 'unemployed',
  salary: 'tikuvchilik',
  planned_assistance: 'Tomni taʼmirlash',
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  father_name: 'Karim oʻgʻli',
  phone: '+998901234567',
};
const third = { ratio: 1 / 3 };
const soon = { p95: 100 };

/** The loads of the bare server. */
export function bareLoads({ bare, ids }: BenchTarget): Readonly<Record<BareName, Load>> {
  const { neighborhood_id, employment_status, salary, planned_assistance } = form;
  const body = { neighborhood_id: Number(neighborhood_id), employment_status, salary, planned_assistance };
  return {
    list: { url: `${bare}/applications` },
    'by id': { url: `${bare}/applications/{id}`, ids },
    create: { url: `${bare}/applications`, body: JSON.stringify(body), type: 'application/json' },
    'create counted': {
      url: `${bare}/applications/counted`,
      body: JSON.stringify(body),
      type: 'application/json',
    },
    'create whole': {
      url: `${bare}/applications/whole`,
      body: JSON.stringify(body),
      type: 'application/json',
    },
  };
}

/** Our loads; reads come first, since new applications would change their pages. */
export function ourCases({ url, tokens, ids }: BenchTarget): readonly Case[] {
  const get = (query: string, token = tokens.all): Load => ({
    url: `${url}/api/uz/applications${query}`,
    token,
  });
  const list = (name: string, query: string, token?: string): Case => ({
    name,
    load: get(query, token),
    against: 'list',
    goal: third,
  });
  const created: Load = { ...get(''), token: tokens.desk, ...multipart(form), idempotent: true };
  /** A search is database work: more at once than the database has processors would only wait. */
  const search = (name: string, text: string): Case => ({
    name: `search of a ${name}`,
    load: { ...get(`?search=${encodeURIComponent(text)}`), connections: 2 },
    against: null,
    goal: soon,
  });
  return [
    list('page 1', ''),
    list('page 1 of a status', '?status=completed'),
    list('page 1 of a neighbourhood', '?neighborhood=7'),
    list('page 10,000', '?page=10000'),
    list('page 10,000 of a status', '?page=10000&status=completed'),
    list('page 1, area of five', '', tokens.own),
    list('page 3,000, area of five', '?page=3000', tokens.own),
    list('page 1 of the late', '?status=late'),
    ...narrowed(list, tokens.own),
    { ...list('page 5,000 by neighbourhood', '?page=5000&sort_by=neighborhood'), goal: null },
    { ...list('page 1 by deadline', '?sort_by=cancel_time&sort_order=desc'), goal: null },
    search('phone', '4567890'),
    search('name', 'karimov anvar'),
    search('family name', 'karimov'),
    ...desk(url, tokens),
    {
      name: 'by id',
      load: { ...get('/{id}'), ids },
      against: 'by id',
      goal: third,
    },
    { name: 'create', load: created, against: 'create', goal: null },
    { name: 'create, by audit and counter', load: created, against: 'create counted', goal: third },
    { name: 'create, by the same writes', load: created, against: 'create whole', goal: { ratio: 1 / 2 } },
  ];
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/**
 * An admin's own work, and a head's view of everyone's: two at once, since each is opened only from time to
 * time.
 */
function desk(url: string, { all, own }: BenchTarget['tokens']): readonly Case[] {
  const read = (name: string, path: string, token: string): Case => ({
    name,
    load: { url: `${url}/api/uz/${path}`, token, connections: 2 },
    against: null,
    goal: { p95: 1000 },
  });
  return [
    read('my work', 'work', all),
    read('my work, area of five', 'work', own),
    read('load per person', 'applications/load', all),
  ];
}

/**
 * Each filter and each order of the table, alone and together, everywhere and in an area of five
 * neighbourhoods.
 */
function narrowed(list: (name: string, query: string, token?: string) => Case, own: string): readonly Case[] {
  const some = 'employment=disabled';
  const many = `${some}&source=api&receiver=me&created_from=${day(400)}&deadline_to=${day(0)}&status=completed`;
  return [
    list('filter: receiver me', '?receiver=me'),
    list('filter: receiver nobody', '?receiver=nobody'),
    list('filter: days of arrival', `?created_from=${day(400)}&created_to=${day(10)}`),
    list('filter: days of the deadline', `?deadline_from=${day(400)}&deadline_to=${day(10)}`),
    list('filter: employment', `?${some}`),
    list('filter: source', '?source=api'),
    list('filter: category', '?household_category=3'),
    list('filter: employment, late', `?${some}&status=late`),
    list('filter: employment, page 5,000', `?${some}&page=5000`),
    list('filter: six at once', `?${many}`),
    list('filter: employment, area of five', `?${some}`, own),
    list('filter: employment, by deadline', `?${some}&sort_by=cancel_time&sort_order=asc`),
    list('filter: employment, oldest first', `?${some}&sort_by=createdAt&sort_order=asc`),
    list('filter: employment, by status', `?${some}&sort_by=status&sort_order=asc`),
    list('filter: employment, by neighbourhood', `?${some}&sort_by=neighborhood&sort_order=asc`),
    {
      ...list('filter: employment, any page', `?${some}&page={id}`),
      load: { ...list('', `?${some}&page={id}`).load, ids: { first: 1, last: 8000 } },
      goal: { p95: 50 },
    },
  ];
}

function multipart(values: Readonly<Record<string, string>>): { body: string; type: string } {
  const boundary = 'komak-bench';
  const parts = Object.entries(values).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}
