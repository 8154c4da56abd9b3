import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discoverPlugins } from '../plugins/discovery/discover-plugins.ts';
import { parseDeployment, readDeployment } from './deployment-file.ts';
import { deploymentJsonSchema } from './deployment-json-schema.ts';
import { readEnvironment } from './environment.ts';
import { requireWritableFolder } from '#kernel/app/server/boot/start-database.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

describe('the environment', () => {
  test.each([
    ['nothing', {}, null],
    ['a collector', collector, { url: 'http://collector:4318/v1/traces', share: 1 }],
    [
      'an address for traces alone',
      { ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in' },
      { url: 'https://traces/in' },
    ],
    [
      'a share',
      { ...collector, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
      { share: 0.1 },
    ],
    ['no traces', { ...collector, OTEL_TRACES_SAMPLER: 'always_off' }, { share: 0 }],
    ['no SDK', { ...collector, OTEL_SDK_DISABLED: 'true' }, null],
    ['no exporter', { ...collector, OTEL_TRACES_EXPORTER: 'none' }, null],
  ])('traces with %s', (_name, variables, plan) => {
    const { traces } = readEnvironment(variables);
    if (plan === null) expect(traces).toBeNull();
    else expect(traces).toMatchObject(plan);
  });

  test('reads the address of a replica', () => {
    const variables = { DATABASE_URL: 'postgres://a@b/c', DATABASE_REPLICA_URL: 'postgres://a@d/c' };
    expect(readEnvironment(variables).replicaUrl).toBe('postgres://a@d/c');
    expect(readEnvironment({}).replicaUrl).toBeNull();
  });

  test('needs no variable', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 8080,
      host: 'localhost',
      databaseUrl: null,
      demo: true,
    });
  });

  test.each([
    [{ PORT: 'http' }, /PORT is "http", but must be a number/],
    [{ PORT: '70000' }, /PORT is "70000"/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL is not the address of a PostgreSQL/],
    [{ DATABASE_REPLICA_URL: 'postgres://a@b/c' }, /DATABASE_REPLICA_URL is set without DATABASE_URL/],
    [
      { DATABASE_URL: 'postgres://a@b/c', DATABASE_REPLICA_URL: 'postgres://a@d,e/c' },
      /DATABASE_REPLICA_URL names several hosts/,
    ],
    [{ KOMAK_TRUST_PROXY: '10.0.0.0/8,proxy' }, /KOMAK_TRUST_PROXY names "proxy"; name networks/],
    [{ KOMAK_TRUST_PROXY: '0.0.0.0/0' }, /names "0.0.0.0\/0", which is every address/],
    [{ KOMAK_TRUST_PROXY: 'loopback,::/0' }, /names "::\/0", which is every address/],
    [{ KOMAK_DEMO: 'maybe' }, /KOMAK_DEMO is "maybe"/],
    [{ KOMAK_SHUTDOWN_TIMEOUT: '5s' }, /KOMAK_SHUTDOWN_TIMEOUT is "5s"/],
    [{ KOMAK_SHUTDOWN_TIMEOUT: '301' }, /must be a number of seconds from 0 to 300/],
    [{ KOMAK_ATTESTATION_ROOTS: '/nowhere/makers.pem' }, /makers.pem", which cannot be read as certificates/],
    [{ KOMAK_ATTESTATION_ROOTS: import.meta.filename }, /contains no certificate/],
    [{ KOMAK_BACKUP_TO: 'backups' }, /KOMAK_BACKUP_TO is "backups", but must be the path of a folder/],
    [{ KOMAK_BACKUP_AT: '2:00' }, /KOMAK_BACKUP_AT is "2:00"/],
    [{ KOMAK_BACKUP_KEEP: '0d,4w,12m' }, /KOMAK_BACKUP_KEEP is "0d,4w,12m"/],
    [{ KOMAK_BACKUP_DRILL_DAYS: 'weekly' }, /KOMAK_BACKUP_DRILL_DAYS is "weekly"/],
    [{ KOMAK_BACKUP_TO: '/backups', KOMAK_BACKUP_KEY: 'short' }, /16 characters or longer/],
    [{ KOMAK_BACKUP_TO: '/backups', KOMAK_BACKUP_DRILL_URL: 'drills' }, /KOMAK_BACKUP_DRILL_URL is not/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT is "collector:4318"/],
    [{ ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /set it to http\/json/],
    [{ ...collector, OTEL_TRACES_SAMPLER: 'some' }, /must be one of always_on, always_off/],
    [{ ...collector, OTEL_TRACES_SAMPLER_ARG: '10%' }, /must be a number from 0 to 1/],
    [{ ...collector, OTEL_BSP_SCHEDULE_DELAY: '5s' }, /must be a number of milliseconds/],
    [
      { DATABASE_URL: 'postgres://a@b:x/c' },
      /DATABASE_URL is not the address of a PostgreSQL|is not that of a PostgreSQL/,
    ],
    [{ DATABASE_URL: 'postgres://a@b,/c' }, /names "", which is not a host/],
    [{ DATABASE_URL: 'postgres://a@b/c?target_session_attrs=standby' }, /must be read-write or primary/],
    [{ DATABASE_URL: 'postgres://a@b,d/c?target_session_attrs=any' }, /must be read-write or primary/],
  ])('%o is rejected in a sentence', (variables, sentence) => {
    expect(() => readEnvironment(variables)).toThrow(sentence);
  });

  test.each([
    ['its own database', {}, [], true],
    ["another's database", { DATABASE_URL: 'postgres://a@b/c' }, [], false],
    ["another's database, asked", { DATABASE_URL: 'postgres://a@b/c' }, ['--demo'], true],
    ['its own database, declined', {}, ['--no-demo'], false],
  ])('demo data with %s', (_name, variables, flags, demo) => {
    expect(readEnvironment(variables, flags).demo).toBe(demo);
  });

  test('reads the backup target, which differs from the file store', () => {
    const { backups } = readEnvironment({
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'https://one.example',
      S3_ACCESS_KEY_ID: 'one',
      S3_SECRET_ACCESS_KEY: 'secret',
      KOMAK_BACKUP_TO: 's3://backups/town/',
      KOMAK_BACKUP_S3_ENDPOINT: 'https://two.example',
      KOMAK_BACKUP_AT: '23:15',
      KOMAK_BACKUP_KEEP: '14d, 0w, 6m',
    });
    expect(backups).toMatchObject({
      target: { bucket: { bucket: 'backups', prefix: 'town/', endpoint: 'https://two.example' } },
      at: '23:15',
      keep: { days: 14, weeks: 0, months: 6 },
      drillDays: 7,
      key: null,
    });
    expect(readEnvironment({}).backups).toBeNull();
  });

  test('reads the shutdown timeout under its former name too, with a warning', () => {
    expect(readEnvironment({})).toMatchObject({ shutdownSeconds: 0, warnings: [] });
    expect(readEnvironment({ KOMAK_SHUTDOWN_TIMEOUT: '5' })).toMatchObject({
      shutdownSeconds: 5,
      warnings: [],
    });
    const both = { KOMAK_SHUTDOWN_TIMEOUT: '5', KOMAK_LEAVE_SECONDS: '7' };
    const warnings = [expect.stringContaining('KOMAK_LEAVE_SECONDS is deprecated')];
    expect(readEnvironment({ KOMAK_LEAVE_SECONDS: '7' })).toMatchObject({ shutdownSeconds: 7, warnings });
    expect(readEnvironment(both)).toMatchObject({ shutdownSeconds: 5, warnings });
  });

  test('in production creates no demo data by default, and rejects it when requested', () => {
    const production = { NODE_ENV: 'production', KOMAK_URL: 'https://komak.example.uz' };
    expect(readEnvironment(production, []).demo).toBe(false);
    const rejected = /not allowed with NODE_ENV=production/;
    expect(() => readEnvironment({ ...production, KOMAK_DEMO: '1' })).toThrow(rejected);
    expect(() => readEnvironment(production, ['--demo'])).toThrow(rejected);
  });
});

describe('the public address', () => {
  test('consists of scheme and host only', () => {
    expect(readEnvironment({}).publicUrl).toBeNull();
    expect(readEnvironment({ KOMAK_URL: 'https://komak.example.uz/' }).publicUrl).toBe(
      'https://komak.example.uz',
    );
    expect(readEnvironment({ KOMAK_URL: 'http://10.0.0.5:8080' }).publicUrl).toBe('http://10.0.0.5:8080');
    for (const wrong of ['komak.example.uz', 'ftp://a', 'https://a/b', 'https://a?b', 'https://u:p@a']) {
      expect(() => readEnvironment({ KOMAK_URL: wrong }), wrong).toThrow(
        /KOMAK_URL is ".*", but must be only scheme/,
      );
    }
  });

  test('is required in production', () => {
    expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow(/KOMAK_URL is not set/);
  });
});

describe('deployment.json', () => {
  test.each([
    [{}, /"plugins" is invalid/],
    [{ plugin: {}, plugins: {} }, /the key "plugin" is unknown; did you mean "plugins"/],
    [
      { plugins: { streets: { enable: true } } },
      /the key "plugins.streets.enable" is unknown; did you mean "enabled"/,
    ],
    [{ branding: { nam: 'x' }, plugins: {} }, /the key "branding.nam" is unknown; did you mean "name"/],
    [{ testMode: 'yes', plugins: {} }, /"testMode" is invalid/],
    [{ timeZone: 'Asia/Xiva', plugins: {} }, /"Asia\/Xiva" is not a time zone/],
    [{ trustProxy: ['true'], plugins: {} }, /"trustProxy" in deployment.json names "true"; name networks/],
    [{ trustProxy: ['0.0.0.0/0'], plugins: {} }, /"trustProxy" in deployment.json names .*every address/],
  ])('%j is rejected with the key', (value, sentence) => {
    expect(() => parseDeployment(value, 'deployment.json')).toThrow(sentence);
  });

  test('that is invalid or absent is rejected with its path', async () => {
    const file = join(folder, 'deployment.json');
    await writeFile(file, '{"plugins": ');
    await expect(readDeployment(file)).rejects.toThrow(/is not JSON/);
    await expect(readDeployment(join(folder, 'none.json'))).rejects.toThrow(/does not exist/);
  });

  test('has a schema for editors that fits the installed plugins (npm run komak:schema)', async () => {
    const root = resolve(import.meta.dirname, '../../..');
    const installed = await discoverPlugins(join(root, 'plugins'));
    const written: unknown = JSON.parse(await readFile(join(root, 'deployment.schema.json'), 'utf8'));
    expect(written).toEqual(deploymentJsonSchema(installed.map(({ manifest }) => manifest)));
  });
});

test('rejects an unusable data folder in a sentence', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(requireWritableFolder(join(file, 'var'))).rejects.toThrow(/cannot be written to \(ENOTDIR\)/);
  await requireWritableFolder(join(folder, 'a/b/c'));
});
