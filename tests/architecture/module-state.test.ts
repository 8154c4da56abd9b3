import { expect, test } from 'vitest';
import { mutableModuleState, serverFiles, sharedMakers } from './module-state.ts';
import { sources } from './sources.ts';

const code = sources(serverFiles).filter(({ path }) => !path.endsWith('.test.ts'));
const find = (text: string) => mutableModuleState({ path: 'a.ts', text });

test('no module of the server keeps mutable state', () => {
  expect(code.length).toBeGreaterThan(300);
  expect(code.flatMap(mutableModuleState)).toEqual([]);
});

test('no module of the server runs a factory of memos while it is loaded', () => {
  expect(sharedMakers(code)).toEqual([]);
});

test('finds such a factory in another file', () => {
  const files = [
    { path: 'a.ts', text: 'export function make() { let memo; return () => (memo ??= read()); }' },
    { path: 'b.ts', text: 'export const one = define({ hooks: [make()] });' },
    { path: 'c.ts', text: 'export const two = define(() => ({ hooks: [make()] }));' },
  ];
  expect(sharedMakers(files)).toEqual(['b.ts: make']);
});

test('finds such a factory of a collection, except in the properties of instances', () => {
  const text =
    'export function make() { const seen = new Map(); return (key: string) => seen.set(key, true); }';
  const files = [
    { path: 'a.ts', text },
    { path: 'b.ts', text: 'export class Cache { static readonly shared = make(); }' },
    { path: 'c.ts', text: 'export class Cache { readonly #own = make(); read() { return make(); } }' },
  ];
  expect(sharedMakers(files)).toEqual(['b.ts: make']);
});

test.each([
  ['a variable', 'let a = 0;'],
  ['an exported variable', 'export let a: number | null = null;'],
  ['a map that is set', 'const a = new Map<string, number>(); function f() { a.set("b", 1); }'],
  ['a weak map that is set', 'const a = new WeakMap(); export const f = (b: object) => a.set(b, 1);'],
  ['a set that is added to', 'export const a = new Set<string>(); a.add("b");'],
  ['a list that is pushed to', 'const a: string[] = []; function f() { a.push("b"); }'],
  ['an object that is written to', 'const a = { b: { c: 0 } }; function f() { a.b.c++; }'],
  [
    'a memo of a function that is made by another',
    'const a = make(); function make() { const b = new WeakMap(); return (c: object) => { b.set(c, 1); }; }',
  ],
  ['a registry that is added to', 'const a = z.registry<{ b: string }>(); function f(c) { a.add(c, {}); }'],
  ['an asserted record that is written to', 'const a = {} as Record<string, string>; a["b"] = "c";'],
])('finds %s', (_, text) => {
  expect(find(text)).toEqual(['a.ts: a']);
});

test.each([
  ['a constant collection', 'const a = new Set(["b"]); export const f = (b: string) => a.has(b);'],
  [
    'a collection that is made once',
    'const a = make(); function make() { const b = new Map(); b.set(1, 2); return b; }',
  ],
  ['state of a function', 'export function create() { let a = 0; const b = new Map(); b.set(a++, 1); }'],
])('accepts %s', (_, text) => {
  expect(find(text)).toEqual([]);
});
