import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The regions' centres and two names of regions, in both scripts; another city installs Ko‘mak unchanged. */
const cities = [
  'andijon|андижан|buxoro|бухар[аы]|farg.?ona|ферган|guliston|гулистан|jizzax|джизак|namangan|наманган|nukus|нукус',
  'samarqand|самарканд|termiz|термез|toshkent|tashkent|ташкент|urganch|urgench|ургенч|xorazm|хорезм',
].join('|');

/** Names set by a deployment, a test or a demonstration, and the time zone of the whole country. */
const elsewhere = /\/demo\/|devtools\/(gallery|demo)\/|common-passwords|\.test\.tsx?$|^kernel\/decisions\//;

/** The default centre of the specification's map, which the repository's `deployment.json` also uses. */
const centre = String.raw`41\.55\d*|60\.6[23]\d*`;

/** The specification's defaults for the map element, the pages that document them, and samples. */
const specified = /^widgets\/map\/ui\/api\/map-props\.ts$|^widgets\/.*\.md$/;

const files = execFileSync('git', ['ls-files', 'kernel', 'plugins', 'widgets', 'locales'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\.(tsx?|json|md|sql|html)$/.test(file) && !elsewhere.test(file));

/** The matches of `pattern` in files, each with its file. */
function find(pattern: string, where: readonly string[]): string[] {
  return where.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll('Asia/Tashkent', '');
    return [...text.matchAll(new RegExp(pattern, 'giu'))].map(([word]) => `${file}: ${word}`);
  });
}

test('no city is named in the code, the texts or the knowledge base', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(find(cities, files)).toEqual([]);
});

test('contains no coordinates of a city, except those of the specification', () => {
  const others = files.filter((file) => !specified.test(file));
  expect(find(centre, others)).toEqual([]);
  // The numbers are still those of the specification.
  expect(find(centre, ['widgets/map/ui/api/map-props.ts']).length).toBeGreaterThan(0);
});
