import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deploymentSchema } from './deployment.ts';

test('accepts the deployment of this repository', () => {
  const file = resolve(import.meta.dirname, '../../../deployment.json');
  expect(deploymentSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).error).toBeUndefined();
});

test('requires few settings', () => {
  expect(deploymentSchema.parse({ plugins: { admins: {} } })).toMatchObject({
    branding: { name: 'Ko‘mak', logo: null },
    testMode: false,
    timeZone: 'Asia/Tashkent',
    plugins: { admins: { enabled: true, onFailure: 'quarantine', config: {} } },
  });
});

describe('a misspelt deployment', () => {
  test.each([
    ['a key of the deployment', { plugin: {}, plugins: {} }],
    ['a key of a plugin', { plugins: { admins: { enable: false } } }],
    ['a key of the branding', { branding: { title: 'x' }, plugins: {} }],
    ['an outcome of a failing start', { plugins: { admins: { onFailure: 'ignore' } } }],
    ['an origin', { allowedOrigins: ['not an address'], plugins: {} }],
    ['no plugins at all', {}],
  ])('%s', (_name, deployment) => {
    expect(deploymentSchema.safeParse(deployment).success).toBe(false);
  });
});
