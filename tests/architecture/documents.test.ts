import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, countWords, linksOf, maxDecisionWords, maxPageWords } from './document-length.ts';
import { root, sources } from './sources.ts';

/** All pages, except the assistant's questions and answers, and generated reports. */
const pages = sources(/\.md$/).filter(({ path }) => !/\/knowledge\/|\.api\.md$/.test(path));
const decisions = pages.filter(({ path }) => /^kernel\/decisions\/\d{4}-[^/]+\.md$/.test(path));

/** Longer pages, with the reason. */
const longPages = new Map([
  ['kernel/decisions/0016-figures.md', 'one table of all figures, in which readers look up single rows'],
]);

test('every page can be read in five minutes', () => {
  expect(pages.length).toBeGreaterThan(100);
  const long = pages
    .filter(({ path }) => !longPages.has(path))
    .map(({ path, text }) => ({ path, words: countWords(text) }))
    .filter(({ words }) => words > maxPageWords);
  expect(long).toEqual([]);
});

test('every exception is still a long page', () => {
  const unused = [...longPages.keys()].filter(
    (path) => countWords(pages.find((page) => page.path === path)?.text ?? '') <= maxPageWords,
  );
  expect(unused).toEqual([]);
});

test('every decision is one page, without its tables', () => {
  expect(decisions.length).toBeGreaterThan(60);
  const long = decisions
    .map(({ path, text }) => ({ path, words: countWords(text, { tables: false }) }))
    .filter(({ words }) => words > maxDecisionWords);
  expect(long).toEqual([]);
});

test('the heading of a decision has the number of its file', () => {
  const wrong = decisions.filter(({ path, text }) => {
    const [, number = ''] = /\/(\d{4})-/.exec(path) ?? [];
    return !text.startsWith(`# ${number}. `);
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('every link of a page leads to a file and a heading that exist', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const path = file === '' ? page.path : join(dirname(page.path), file);
        if (!existsSync(join(root, path))) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(join(root, path), 'utf8')).includes(anchor);
      })
      .map((link) => `${page.path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every page named by code, comments and pages exists', () => {
  const missing = sources(/\.(?:md|tsx?|js|mjs|ya?ml)$/).flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.-])((?:kernel|plugins|widgets|tests)\/[\w/-]+\.md)\b/g)]
      .filter(([, named = '']) => !existsSync(join(root, named)))
      .map(([, named]) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test('counts the words that a reader sees', () => {
  const table = '| a | b |\n| - | - |\n| one two | `tests/x.test.ts › a long title` |';
  const page = `# Title\n\nTwo [words](a/long/path.md).\n\n\`\`\`js\nconst code = 1;\n\`\`\`\n\n${table}\n`;
  expect(countWords(page)).toBe(7);
  expect(countWords(page, { tables: false })).toBe(3);
});
