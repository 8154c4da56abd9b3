import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { apiVersion } from '#kernel/contract/plugin/api-version.ts';
import { emitDeclarations } from './declarations.ts';
import type { Reports } from './compatibility.ts';

const api = resolve(import.meta.dirname, '../../plugin-api');
const folder = join(api, 'reports');
const pattern = /^# plugin-api\/\S+ (\S+)\n[^]*?```ts\n([^]*)```\n$/;

/** Upgrade notes for authors of plugins. */
export const readNotes = () => readFileSync(join(api, 'UPGRADING.md'), 'utf8');

/** Generates the reports from the current code; takes some fifteen seconds. */
export function currentReports(): Reports {
  return { version: apiVersion, declarations: emitDeclarations() };
}

/** Reads the reports of the repository; null if there are none yet. */
export function readReports(): Reports | null {
  if (!existsSync(folder)) return null;
  const reports = readdirSync(folder).map((name) => {
    const [, version = '', text = ''] = pattern.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    return { version, entry: basename(name, '.api.md'), text };
  });
  return {
    version: reports[0]?.version ?? '',
    declarations: Object.fromEntries(reports.map(({ entry, text }) => [entry, text])),
  };
}

/** Writes the reports of the repository. */
export function writeReports({ version, declarations }: Reports): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [entry, text] of Object.entries(declarations)) {
    const title = `# plugin-api/${entry} ${version}\n\nWritten by `;
    writeFileSync(
      join(folder, `${entry}.api.md`),
      `${title}\`npm run api:report\`.\n\n\`\`\`ts\n${text}\`\`\`\n`,
    );
  }
}
