import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { titlesIn } from '../support/test-titles.ts';
import { paths, root, sources } from './sources.ts';

// The tables of kernel/accessibility/: each criterion once, and none marked as supported without a test or a
// described manual check.

/** The criteria of WCAG 2.2 by level; 4.1.1 was removed from it. */
const criteria = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
} as const;

/** The clauses of EN 301 549 V3.2.1 other than chapter 9, which repeats the criteria above; void ones are left out. */
const clauses = [
  '5.1 5.2 5.3 5.4 5.5.1 5.5.2 5.6.1 5.6.2 5.7 5.8 5.9 9.1–9.4 9.6 11.1–11.6 11.7 11.8.1 11.8.2 11.8.3 11.8.4 11.8.5 12.1.1 12.1.2 12.2.1 12.2.2 12.2.3 12.2.4',
  '10.1.1.1 10.1.2.1 10.1.2.2 10.1.2.3 10.1.2.4 10.1.2.5 10.1.3.1 10.1.3.2 10.1.3.3 10.1.3.4 10.1.3.5 10.1.4.1 10.1.4.2',
  '10.1.4.3 10.1.4.4 10.1.4.5 10.1.4.10 10.1.4.11 10.1.4.12 10.1.4.13 10.2.1.1 10.2.1.2 10.2.1.4 10.2.2.1 10.2.2.2 10.2.3.1',
  '10.2.4.2 10.2.4.3 10.2.4.4 10.2.4.6 10.2.4.7 10.2.5.1 10.2.5.2 10.2.5.3 10.2.5.4 10.3.1.1 10.3.1.2 10.3.2.1 10.3.2.2',
  '10.3.3.1 10.3.3.2 10.3.3.3 10.3.3.4 10.4.1.1 10.4.1.2 10.4.1.3 10.5 10.6',
].flatMap((line) => line.split(' '));

const overview = readFileSync(resolve(root, 'kernel/accessibility.md'), 'utf8');
const page = sources(/^kernel\/accessibility\/.*\.md$/)
  .map(({ text }) => text)
  .join('\n');

const wcag = [...page.matchAll(/^\| (\d\.\d\.\d+) +\| (A{1,2}) +\| (.+?) +\| (\S+) +\| (.+?) +\|$/gm)].map(
  ([, id = '', level = '', , state = '', how = '']) => ({ ids: [id], level, state, how }),
);
const en = [
  ...page.matchAll(/^\| (\d+\.\d[\d., –]*?) +\| ([^|]+?) +\| (supports|partly|not|n\/a) +\| (.+?) +\|$/gm),
].map(([, ids = '', , state = '', how = '']) => ({ ids: ids.split(', '), state, how }));
const rows = [...wcag, ...en];

test('each criterion of WCAG 2.2 A and AA has one row, with its level', () => {
  const found = wcag.map(({ ids: [id], level }) => `${level} ${id}`);
  const required = Object.entries(criteria).flatMap(([level, ids]) =>
    ids.split(' ').map((id) => `${level} ${id}`),
  );
  expect(required).toHaveLength(55);
  expect(found.toSorted()).toEqual(required.toSorted());
});

test('each clause of EN 301 549 that concerns the product has one row', () => {
  expect(en.flatMap(({ ids }) => ids).toSorted()).toEqual(clauses.toSorted());
});

test('a supported criterion has an existing test, or a described manual check', () => {
  const wrong = rows.flatMap(({ ids, state, how }) => {
    if (!['supports', 'partly', 'not', 'n/a'].includes(state)) return [`${ids}: ${state}`];
    const proofs = [...how.matchAll(/`((?:tests|kernel|plugins|widgets)\/[^`]+?)(?: › ([^`]+))?`/g)];
    if (state === 'supports' && proofs.length === 0 && !/by hand: .{40,}/.test(how))
      return [`${ids} has no proof`];
    if (how.length < 10) return [`${ids} has no reason`];
    return proofs.flatMap(([, path = '', title]) => {
      if (!paths().includes(path)) return path.endsWith('/') ? [] : [`${ids}: ${path}`];
      const isThere =
        title === undefined || titlesIn(readFileSync(resolve(root, path), 'utf8')).includes(title);
      return isThere ? [] : [`${ids}: ${path} › ${title}`];
    });
  });
  expect(wrong).toEqual([]);
});

test('the page counts its criteria', () => {
  for (const level of ['A', 'AA']) {
    const counts = ['supports', 'partly', 'not', 'n/a'].map(
      (state) => wcag.filter((row) => row.level === level && row.state === state).length,
    );
    const line = overview.split('\n').find((one) => one.startsWith(`| ${level} `)) ?? '';
    expect(line.match(/\d+/g)?.map(Number)).toEqual(counts);
  }
});

test('each module with dragging names the alternative without it', () => {
  const listens =
    /addEventListener\('(?:pointermove|touchmove|dragover)'|\bonPointerMove[=:]|\bonTouchMove[=:]|onDragOver\b|draggable=|type="range"/;
  const dragging = sources(/^(?:kernel\/app|kernel\/client|kernel\/records|plugins|widgets)\/.*\.tsx?$/)
    .filter(({ path, text }) => !/\.test\.tsx?$/.test(path) && listens.test(text))
    .map(({ path }) => path);
  const listed = [...page.matchAll(/^\| `([^`]+\.tsx?)` +\| .+ \| .+ \|$/gm)].map(([, path = '']) => path);
  expect(listed.toSorted()).toEqual(dragging.toSorted());
});
