import type { Load } from './load.ts';

/** What the bare server can do, which ours is measured by. */
export type BareName = 'list' | 'by id' | 'create' | 'create whole';

/** A row of the table. */
export interface Case {
  readonly name: string;
  readonly load: Load;
  /** Null: there is nothing bare to compare with. */
  readonly against: BareName | null;
  /** The goal: a share of the bare server's requests, or a time that 95 of 100 keep. */
  readonly goal: { readonly ratio: number } | { readonly p95: number } | null;
}

/** What the cases are made of. */
export interface Surroundings {
  readonly url: string;
  readonly bare: string;
  readonly tokens: {
    readonly all: string;
    readonly own: string;
    /** Of those who work in the neighbourhood of the form: one alone has but half of the places of changes (decision 0015). */
    readonly desk: readonly string[];
  };
  readonly ids: { readonly first: number; readonly last: number };
}

/** Where what is created lies. */
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
export function bareLoads({ bare, ids }: Surroundings): Readonly<Record<BareName, Load>> {
  const { neighborhood_id, employment_status, salary, planned_assistance } = form;
  const body = { neighborhood_id: Number(neighborhood_id), employment_status, salary, planned_assistance };
  return {
    list: { url: `${bare}/applications` },
    'by id': { url: `${bare}/applications/1`, path: () => `/applications/${anyId(ids)}` },
    create: { url: `${bare}/applications`, body: JSON.stringify(body), type: 'application/json' },
    'create whole': {
      url: `${bare}/applications/whole`,
      body: JSON.stringify(body),
      type: 'application/json',
    },
  };
}

/** Our loads, reads first: what is created would lie in their way. */
export function ourCases({ url, tokens, ids }: Surroundings): readonly Case[] {
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
  const created: Load = { ...get(''), token: tokens.desk, ...multipart(form), once: true };
  /** What it takes is the work of the database: more at once than it has processors would only wait in line. */
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
    { ...list('page 5,000 by neighbourhood', '?page=5000&sort_by=neighborhood'), goal: null },
    { ...list('page 1 by deadline', '?sort_by=cancel_time&sort_order=desc'), goal: null },
    search('phone', '4567890'),
    search('name', 'karimov anvar'),
    search('family name', 'karimov'),
    {
      name: 'by id',
      load: { ...get('/1'), path: () => `/api/uz/applications/${anyId(ids)}` },
      against: 'by id',
      goal: third,
    },
    { name: 'create', load: created, against: 'create', goal: null },
    { name: 'create, by the same writes', load: created, against: 'create whole', goal: { ratio: 1 / 2 } },
  ];
}

function anyId({ first, last }: Surroundings['ids']): number {
  return first + Math.floor(Math.random() * (last - first + 1));
}

function multipart(values: Readonly<Record<string, string>>): { body: string; type: string } {
  const boundary = 'komak-bench';
  const parts = Object.entries(values).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}
