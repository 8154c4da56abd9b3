import { beforeAll, expect, test } from 'vitest';
import { findUndocumented } from './declared-names.ts';
import { findRejections, isStale, type Reports } from './compatibility.ts';
import { currentReports, readNotes, readReports } from './reports.ts';

let committed: Reports;
let current: Reports;

beforeAll(() => {
  const reports = readReports();
  if (!reports) throw new Error('kernel/plugin-api has no reports: run npm run api:report');
  committed = reports;
  current = currentReports();
});

test('plugin-api has no breaking change, unless its version and the upgrade notes declare it', () => {
  expect(findRejections(committed, current, readNotes())).toEqual([]);
});

test('the reports match the code', () => {
  expect(isStale(committed, current), 'run npm run api:report').toBe(false);
});

test('every export of plugin-api has a doc comment', () => {
  const missing = Object.entries(current.declarations).flatMap(([entry, text]) =>
    findUndocumented(text).map((name) => `${entry}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(
    findUndocumented('export declare const a: 1;\n/** A number. */\nexport declare const b: 1;'),
  ).toEqual(['a']);
});
