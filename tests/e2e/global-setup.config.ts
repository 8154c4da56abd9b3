import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunFolder } from '#kernel/testing/run-folder.ts';
import { makeTemplate } from './support/server.ts';

/** Playwright's global setup: a temporary folder for the run, and the initial data of its servers. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeRunFolder = await createRunFolder();
  const template = join(tmpdir(), 'komak-template');
  await mkdir(template);
  await makeTemplate(template);
  return removeRunFolder;
}
