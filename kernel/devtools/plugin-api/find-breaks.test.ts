import { beforeAll, expect, test } from 'vitest';
import { findBreaks } from './find-breaks.ts';
import { findRejections, isStale, type Reports } from './compatibility.ts';
import { currentReports } from './reports.ts';

let current: Reports;

beforeAll(() => {
  current = currentReports();
});

/** Replaces a text, which must exist, in an entry's report. */
function change(entry: string, from: string | RegExp, to: string, version = current.version): Reports {
  const text = current.declarations[entry] ?? '';
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${entry} has no ${from}`);
  return { version, declarations: { ...current.declarations, [entry]: changed } };
}

test.each([
  [
    'a removed function',
    'client',
    /export declare function useDebouncedText[^;]*;/,
    '',
    'useDebouncedText is no longer exported',
  ],
  [
    'a narrowed parameter',
    'client',
    'function useText(namespace?: string)',
    "function useText(namespace?: 'map')",
    'useText › parameter namespace no longer takes string',
  ],
  [
    'a new required field of what plugins write',
    'contract',
    'interface RouteDeclaration {',
    'interface RouteDeclaration { readonly title: string;',
    'definePlugin › <M> › routes › [key] › title is a new required field',
  ],
  [
    'a removed optional field',
    'contract',
    'readonly urgent?: boolean;',
    '',
    'definePlugin › <M> › notices › [key] › urgent was removed',
  ],
])('finds %s in the actual declarations', (_, entry, from, to, sentence) => {
  const rejections = findRejections(current, change(entry, from, to), '');
  expect(rejections.map((text) => text.replace(/, which breaks.*/, ''))).toContain(`${entry}: ${sentence}`);
  for (const text of rejections) {
    expect(text).toMatch(
      /raise apiVersion to \d+\.0\.0 and name \w+ under “## \d+\.0\.0” in kernel\/plugin-api\/UPGRADING\.md$/,
    );
  }
});

test('accepts a break that a new major version and the upgrade notes name', () => {
  const removed = change('demo', /export declare function createPeople[^;]*;/, '', '9.0.0');
  expect(findRejections(current, removed, '## 9.0.0\n\n- Instead of `createPeople` …')).toEqual([]);
  expect(findRejections(current, removed, '## 9.0.0\n\n- Nothing.\n\n## 8.0.0\n\n- createPeople')).toEqual([
    expect.stringContaining('has to say under “## 9.0.0” what plugins do instead of createPeople'),
  ]);
  expect(
    findRejections(current, { ...removed, version: '1.9.0' }, '## 1.9.0\n\n- createPeople'),
  ).toHaveLength(1);
});

test('reports a stale comment or version', () => {
  expect(isStale(current, { ...current })).toBe(false);
  expect(isStale(current, change('demo', '/**', '/** New.'))).toBe(true);
  expect(isStale(current, { ...current, version: '1.9.0' })).toBe(true);
});

const before = `
import type { z } from 'zod';
/** Filters. */
export interface Filter { readonly text: string; readonly limit?: number; readonly tags: readonly string[] }
export interface Row { readonly id: number; readonly name: string | null }
export declare function list<T extends Filter>(filter: T, sort?: 'asc' | 'desc'): Promise<readonly Row[]>;
export interface Service { find(id: number | string): Row; watch(listener: (row: Row, age: number) => void): () => void }
export declare function serve(run: (service: Service) => void): void;
export declare const schema: z.ZodObject<{ id: z.ZodNumber; name: z.ZodOptional<z.ZodString> }>;
export type EventArea = 'own' | 'none';
export declare function emit(area: EventArea, to: { readonly neighborhoodId: number }): void;
export declare class Failure { readonly code: string; constructor(code: string, detail?: string); }
export declare function isRow(value: unknown): value is Row;
export declare function requireRow(value: unknown): asserts value is Row;
export declare function bounds(of: readonly [south: number, west: number]): [min: number, max: number];
export interface Page<T> { readonly items: readonly T[] }
export type Loaded<T extends object = Row> = { readonly value: T };
export declare function pageOf<T>(items: readonly T[]): Page<T>;
export declare function log(...words: string[]): void;
export declare function parse(text: string): number;
export declare function parse(text: string, strict: true): number | null;
export declare function state(): { readonly kind: 'on' } | { readonly kind: 'off'; readonly why: string };
export declare const names: ReadonlyMap<string, readonly Row[]>;
export declare const order: { move(to: 'up' | 'down'): void; readonly limits: { readonly max: 10 } };
export declare enum Level { low, high }
export declare abstract class Store { protected abstract load(id: number): Promise<Row>; static readonly open: Store }
export {};
`;

const breaking: readonly [from: string, to: string, sentence: string][] = [
  ['export declare function serve', 'declare function serve', 'serve is no longer exported'],
  [
    'find(id: number | string)',
    'find(id: number)',
    'serve › parameter run › parameter service › find › parameter id no longer takes string',
  ],
  [
    '): Row; watch',
    '): Row | null; watch',
    'serve › parameter run › parameter service › find › result may now be null',
  ],
  [
    'readonly text: string;',
    'readonly text: string; readonly page: number;',
    'list › <T> › page is a new required field',
  ],
  ['readonly limit?: number;', '', 'list › <T> › limit was removed'],
  ['limit?: number', 'limit: number', 'list › <T> › limit is required, and was optional'],
  ["sort?: 'asc' | 'desc')", "sort?: 'asc')", 'list › parameter sort no longer takes "desc"'],
  ["sort?: 'asc' | 'desc')", "sort: 'asc' | 'desc')", 'list › parameter sort is required, and was optional'],
  [
    'neighborhoodId: number })',
    'neighborhoodId: number }, page: number)',
    'emit › parameter page is new and required',
  ],
  ["filter: T, sort?: 'asc' | 'desc')", 'filter: T)', 'list › parameter sort was removed'],
  ['Promise<readonly Row[]>', 'Promise<readonly Row[] | null>', 'list › result may now be null'],
  [
    'id: number; readonly name',
    'id?: number; readonly name',
    'list › result › id is optional, and was always present',
  ],
  [
    '(row: Row, age: number) => void)',
    '(row: Row) => void)',
    'serve › parameter run › parameter service › watch › parameter listener › parameter age was removed',
  ],
  ['name: z.ZodOptional<z.ZodString>', '', 'schema › name was removed'],
  ["'own' | 'none'", "'none'", 'emit › parameter area no longer takes "own"'],
  [
    'to: { readonly neighborhoodId: number }',
    'to: { readonly neighborhoodId: number; readonly why: string }',
    'emit › parameter to › why is a new required field',
  ],
  ['detail?: string', 'detail: string', 'Failure › parameter detail is required, and was optional'],
  ['value is Row;', 'boolean;', 'isRow › result no longer checks that value is Row'],
  ['): value is Row', '): value is Filter', 'isRow › result › id was removed'],
  ['asserts value is Row', 'void', 'requireRow › result no longer checks that value is Row'],
  [
    '[south: number, west: number]',
    '[south: number, west: string]',
    'bounds › parameter of › 1 is string, and was number',
  ],
  ['[min: number, max: number]', '[min: number, max: number | null]', 'bounds › result › 1 may now be null'],
  ['[min: number, max: number]', '[min: number]', 'bounds › result › 1 was removed'],
  ['interface Page<T> {', 'interface Page<T, U> {', 'Page › <U> is new and required'],
  ['T extends object = Row>', 'T extends object>', 'Loaded › <T> is required, and was optional'],
  ['Loaded<T extends object', 'Loaded<T extends Filter', 'Loaded › <T> is Filter, and was object'],
  ['pageOf<T>', 'pageOf<T, U>', 'pageOf › <U> is new and required'],
  ['...words: string[]', '...words: number[]', 'log › parameter words is number, and was string'],
  [
    'parse(text: string, strict: true): number | null',
    'parse(text: string): number',
    'parse › parameter strict was removed',
  ],
  [
    "{ readonly kind: 'on' } |",
    "{ readonly kind: 'on' } | { readonly kind: 'broken' } |",
    'state › result may now be { readonly kind: "broken"; }',
  ],
  [
    'readonly why: string }',
    'readonly why: string | null }',
    'state › result may now be { readonly kind: "off"; readonly why: string | null; }',
  ],
  [
    'ReadonlyMap<string, readonly Row[]>',
    'ReadonlyMap<number, readonly Row[]>',
    'names is number, and was string',
  ],
  ["move(to: 'up' | 'down')", "move(to: 'up')", 'order › move › parameter to no longer takes "down"'],
  ['{ readonly max: 10 }', '{ readonly max: 20 }', 'order › limits › max is 20, and was 10'],
  ['enum Level { low, high }', 'enum Level { low }', 'Level › high was removed'],
  ['static readonly open: Store', '', 'Store › open was removed'],
  ['export declare const schema:', 'export type schema =', 'schema is a type only, and was a value'],
];

const harmless: readonly [what: string, from: string, to: string][] = [
  ['a new export', 'export type EventArea', 'export declare const other: 1; export type EventArea'],
  ['a new optional field', 'readonly text: string;', 'readonly text: string; readonly page?: number;'],
  ['a new optional parameter', "sort?: 'asc' | 'desc')", "sort?: 'asc' | 'desc', page?: number)"],
  [
    'a new field of what plugins receive',
    'readonly id: number;',
    'readonly id: number; readonly age: number;',
  ],
  ['a new service', 'find(id', 'count(): number; find(id'],
  ['a wider audience', "'own' | 'none'", "'own' | 'none' | 'admins'"],
  ['a wider parameter', 'readonly neighborhoodId: number }', 'readonly neighborhoodId: number | null }'],
  ['a required field that became optional', 'readonly text: string', 'readonly text?: string'],
  ['a narrower result', 'name: string | null', 'name: string'],
  ['a parameter of another name', 'detail?: string', 'text?: string'],
  ['a guard of what was only asked', '): asserts value is Row', '): asserts value is Row & { more: 1 }'],
  ['a new type parameter with a default', 'interface Page<T> {', 'interface Page<T, U = T> {'],
  ['a longer list of words', '...words: string[]', '...words: (string | number)[]'],
  [
    'a new overload',
    'export declare function state',
    'export declare function parse(text: number): number;\nexport declare function state',
  ],
  ['a new method', "move(to: 'up' | 'down')", "reset(): void; move(to: 'up' | 'down')"],
  ['a new member of an enum', 'low, high', 'low, high, highest'],
  ['a comment', 'Filters.', 'What is looked for.'],
];

test('finds each way to break a plugin, and nothing else', () => {
  const edits = [...breaking, ...harmless.map(([, from, to]) => [from, to, ''] as const)];
  const candidates = edits.map(([from, to]) => {
    if (!before.includes(from)) throw new Error(`Nothing says ${from}`);
    return before.replace(from, to);
  });
  const found = findBreaks(before, candidates);
  expect(found.map((breaks) => breaks[0] ?? '')).toEqual(edits.map(([, , sentence]) => sentence));
});
