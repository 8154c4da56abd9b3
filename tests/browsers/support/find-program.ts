import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const programs = {
  firefox: { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  webkit: { variable: 'WEBKIT_DRIVER_PATH', names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  display: { variable: 'XVFB_PATH', names: ['Xvfb'], debian: 'xvfb' },
} as const;

/** The path of a program that the suite needs; throws with the name of its package if it is missing. */
export function findProgram(which: keyof typeof programs): string {
  const { variable, names, debian } = programs[which];
  const named = process.env[variable];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `${names[0]} is not installed here: apt-get install -y ${debian}, or give its path in ${variable}`,
  );
}
