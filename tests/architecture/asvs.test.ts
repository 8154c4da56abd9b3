import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { titlesIn } from '../support/test-titles.ts';
import { asvsLevels } from './asvs-ids.ts';
import { paths, root, sources } from './sources.ts';

// The tables of kernel/decisions/0049-asvs.md: every requirement marked as met has an executable proof.

interface Row {
  readonly id: string;
  readonly level: string;
  readonly asks: string;
  readonly state: string;
  /** The proof of a met requirement, or the reason for another state. */
  readonly reason: string;
}

const readRows = (text: string): Row[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| (\d) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, id = '', level = '', asks = '', state = '', reason = '']) => ({
      id,
      level,
      asks,
      state,
      reason,
    }),
  );

const chapters = sources(/^kernel\/decisions\/0049-asvs\/.*\.md$/);
const rows = chapters.flatMap(({ text }) => readRows(text));
const overview = readFileSync(resolve(root, 'kernel/decisions/0049-asvs.md'), 'utf8');
const requirements = new Map<string, string>(
  Object.entries(asvsLevels).flatMap(([section, levels]) =>
    [...levels].map((level, index) => [`${section}.${index + 1}`, level] as const),
  ),
);

test('every requirement of levels 1 and 2 has one row, with its level', () => {
  expect(requirements.size).toBe(345);
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const required = [...requirements].filter(([, level]) => level !== '3').map(([id]) => id);
  expect(required.filter((id) => !ids.includes(id))).toEqual([]);
  expect(rows.filter(({ id, level }) => requirements.get(id) !== level)).toEqual([]);
});

test('a row has one of three states, and level 3 is listed if it is met', () => {
  expect(rows.filter(({ state }) => !['met', 'n/a', 'open'].includes(state))).toEqual([]);
  expect(rows.filter(({ level, state }) => level === '3' && state !== 'met')).toEqual([]);
});

test('a met requirement names existing tests', () => {
  const titles = new Map<string, readonly string[]>();
  const titlesOf = (path: string) => {
    const known = titles.get(path);
    if (known) return known;
    const read = paths().includes(path) ? titlesIn(readFileSync(resolve(root, path), 'utf8')) : [];
    titles.set(path, read);
    return read;
  };
  const wrong = rows
    .filter(({ state }) => state === 'met')
    .flatMap(({ id, reason }) => {
      const proofs = [...reason.matchAll(/`([^`]+?) › ([^`]+)`/g)];
      if (proofs.length === 0) return [`${id} has no proof`];
      return proofs.flatMap(([, path = '', title = '']) =>
        /\.(test|spec)\.tsx?$/.test(path) && titlesOf(path).includes(title)
          ? []
          : [`${id}: ${path} › ${title}`],
      );
    });
  expect(wrong).toEqual([]);
});

test('an open or inapplicable requirement has a reason, and the page lists all open ones', () => {
  const others = rows.filter(({ state }) => state !== 'met');
  expect(others.filter(({ reason }) => reason.length < 7 || reason.includes('›'))).toEqual([]);
  const open = rows.filter(({ state }) => state === 'open');
  const listed = overview.slice(0, overview.indexOf('## Context'));
  expect(
    [...listed.matchAll(/^\| (\d\S*) +\| (\d) +\| (.+?) +\| (.+?) +\|$/gm)].map(([, ...cells]) => cells),
  ).toEqual(open.map(({ id, level, asks, reason }) => [id, level, asks, reason]));
});

test('the page has the totals of the tables', () => {
  for (const level of ['1', '2']) {
    const counts = ['met', 'n/a', 'open'].map(
      (state) => rows.filter((row) => row.level === level && row.state === state).length,
    );
    expect(overview).toMatch(new RegExp(`^\\| ${level} +\\| ${counts.join(' +\\| ')} +\\|$`, 'm'));
  }
});
