import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { attemptLimits } from '#kernel/server/limits/attempts.ts';
import { warnMs } from '#kernel/identity/client/activity/idle-timer.ts';
import { passwordLength } from '#kernel/identity/contract/password-length.ts';
import { maxPixels, maxPixelsOf } from '#kernel/server/storage/max-pixels.ts';
import { createSigner } from '#kernel/server/storage/url-signer.ts';
import { storedTypes } from '#kernel/server/storage/formats.ts';
import { intake } from '#plugins/intake/manifest.ts';
import { uploadLimits } from '#plugins/applications/contract.ts';
import { sources } from '../../architecture/sources.ts';

const root = resolve(import.meta.dirname, '../../..');
const pages = await Promise.all(
  ['kernel/security.md', 'kernel/security-access.md', 'kernel/security-data.md'].map((path) =>
    readFile(resolve(root, path), 'utf8'),
  ),
);
const whole = pages.join('\n');
const page = whole.replaceAll(/\s+/g, ' ');

/** A number in the code that no module exports. */
function constant(path: string, pattern: RegExp): string {
  const found = pattern.exec(sources(new RegExp(`^${path}$`))[0]?.text ?? '')?.[1];
  if (found === undefined) throw new Error(`${path} has no ${pattern}`);
  return found.replaceAll('_', '');
}

const headings = whole.match(/^## .+$/gm) ?? [];

test('the security page has a chapter for each required topic', () => {
  expect(headings.map((line) => line.slice(3))).toEqual([
    'Input', 'Limits', 'Files', 'Signing in', 'Sessions', 'Rights', 'Data', 'Keys and cryptography', 'Connections', 'Log', 'Packages', 'Browsers',
  ]);
}); // prettier-ignore

test('its limits of input and of work match the code', () => {
  const json = 'kernel/server/http/pipeline/json-limits.ts';
  expect(page).toContain(`1 MiB, ${constant(json, /maxDepth = (\d+)/)} levels, 250,000 values`);
  expect(constant(json, /maxValues = ([\d_]+)/)).toBe('250000');
  const search = 'kernel/server/http/routes/search-routes.ts';
  expect(page).toContain(`${constant(search, /burst: (\d+)/)} at once and ${constant(search, /perSecond: (\d+)/)} a second`);
  const clicks = 'kernel/server/http/routes/click-reports.ts';
  expect(page).toContain(`${constant(clicks, /burst: (\d+)/)} at once and ${constant(clicks, /perSecond: (\d+)/)} a second for each person, ${constant(clicks, /maxBodyBytes = (\d+) \* 1024/)} KiB`);
  const shedding = 'kernel/server/concurrency/load-shedder.ts';
  const [reads, changes, sheets] = [/read: .*?concurrency: (\d+)/, /change: .*?concurrency: (\d+)/, /upload: .*?concurrency: (\d+)/].map((one) => constant(shedding, one));
  expect(page).toContain(`${reads} reads, ${changes} changes, ${sheets} files read into memory`);
  expect(page).toContain(`concurrent uploads of one person | ${constant('kernel/app/server/boot/create-services.ts', /uploadsPerCaller = (\d+)/)} |`);
  expect(page).toContain(`${constant('plugins/users/server/routes.ts', /missed: (\d+)/)} misses for a person`);
  const { limits } = intake.config.parse({});
  expect(page).toContain(`${limits.address} for an address and ${limits.site} for a site in ten minutes, ${limits.person} for a person in a day`);
  expect(constant('plugins/audit/server/export.ts', /concurrency: (\d+)/)).toBe('2');
}); // prettier-ignore

test('its limits of files match the code', () => {
  expect(storedTypes.map((type) => type.split(/[/.]/).at(-1))).toEqual(['jpeg', 'png', 'webp', 'pdf', 'document', 'sheet']);
  const megabytes = (bytes: number) => bytes / 1024 / 1024;
  expect(page).toContain(`${uploadLimits.maxFiles} files and ${megabytes(uploadLimits.intakeBytes)} MB in an application, ${megabytes(uploadLimits.timelineBytes)} MB in the timeline`);
  const [webp, transparent] = [false, true].map((is) => maxPixelsOf({ format: 'webp', transparent: is }) / 1e6);
  expect(page).toContain(
    `at most ${maxPixels / 1e6} megapixels, ${webp} of WebP, ${transparent} of transparent WebP,`,
  );
  const inspect = 'kernel/server/storage/inspect-file.ts';
  expect([constant(inspect, /maxEntries = ([\d_]+)/), constant(inspect, /maxUnpackedBytes = (\d+) \* 1024/)]).toEqual(['5000', '300']);
  const exp = Number(new URL(createSigner('s', () => 0).url(1, 1), 'http://a').searchParams.get('exp'));
  expect(page).toContain(`signed for one session and ${exp} s`);
}); // prettier-ignore

test('its rules of signing in and of sessions match the code', () => {
  expect(page).toContain(`${attemptLimits.login} for a login and ${attemptLimits.address} for a network in 15 minutes; then a delay of up to 60 s`);
  const tickets = 'kernel/identity/server/second-factor/tickets.ts';
  expect(page).toContain(`${constant(tickets, /maxTries = (\d+)/)} for a ticket, ${attemptLimits.login} for a person in 15 minutes; a ticket lives ${constant(tickets, /ticketSeconds = (\d+)/)} s`);
  expect(page).toContain(`${passwordLength.min} to ${passwordLength.max} characters`);
  const store = 'kernel/identity/server/session/session-store.ts';
  const [idle, life] = [constant(store, /maxIdle = sql`interval '(\d+) minutes'/), constant(store, /maxLifetime = sql`interval '(\d+) hours'/)];
  expect(page).toContain(`after ${idle} minutes without use and after ${life} hours at most`);
  expect(page).toContain(`it warns ${warnMs / 1000} seconds before`);
  expect(page).toContain(`${constant('kernel/identity/server/session/password.ts', /concurrency: (\d+)/)} on a node, ${constant('kernel/identity/server/session/password.ts', /maxQueued: (\d+)/)} waiting`);
}); // prettier-ignore

test('it lists every secret of the environment, and every called host', () => {
  for (const name of ['KOMAK_KEY', 'KOMAK_BACKUP_KEY']) expect(page).toContain(name);
  const callers = sources(/^(kernel|plugins)\/.*server\/.*(?<!\.test)\.ts$/).filter(({ text }) => /\bfetch\(/.test(text));
  expect(callers.map(({ path }) => path).toSorted()).toEqual([
    'plugins/chat/server/model/stream-completion.ts',
    'plugins/intake/server/visitors/gateway.ts',
    'plugins/intake/server/webhooks/post-event.ts',
    'plugins/one_id/server/provider.ts',
  ]);
  for (const other of ['OneID', 'SMS gateway', 'language model', 'webhooks', 'PostgreSQL', 'object store']) expect(page).toContain(other);
}); // prettier-ignore

test('it documents the protection of each level of data, each key and each log', () => {
  for (const level of ['secret', 'personal', 'internal', 'public']) {
    // Its meaning, its rules, and its retention period.
    expect(page).toMatch(new RegExp(`\\| ${level} (\\| [^|]{8,} ){3}\\|`));
  }
  for (const log of ['audit log', 'server log', 'metrics']) expect(page).toContain(`| ${log} `);
  for (const key of ['Argon2id', 'AES-256-GCM', 'HMAC-SHA-256', 'Ed25519', 'scrypt', 'TOTP'])
    expect(page).toContain(key);
  for (const days of ['within 7 days', '30 days', 'every three months']) expect(page).toContain(days);
});
