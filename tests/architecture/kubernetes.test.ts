import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { root } from './sources.ts';

/** The schemas of Kubernetes' own API, by version and kind. */
const schemas: Readonly<Record<string, object>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

const read = (name: string) => readFileSync(join(root, 'kernel/kubernetes', name), 'utf8');

const generatorSchema = z.object({
  name: z.string(),
  files: z.array(z.string()).default([]),
  literals: z.array(z.string()).default([]),
});
const kustomization = z
  .object({ resources: z.array(z.string()), configMapGenerator: z.array(generatorSchema) })
  .parse(parse(read('kustomization.yaml')));

const podSchema = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.object({
    terminationGracePeriodSeconds: z.int().optional(),
    securityContext: z.object({ runAsUser: z.int(), runAsNonRoot: z.literal(true) }),
    containers: z.tuple([
      z.object({
        image: z.literal('komak'),
        command: z.array(z.string()).optional(),
        env: z.array(z.object({ name: z.string(), value: z.string() })),
        envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
        volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
        securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
        livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
        readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
      }),
    ]),
    volumes: z.array(z.looseObject({ name: z.string() })),
  }),
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const one = (kind: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
};
const pods = ['Deployment', 'Job'].map((kind) => podSchema.parse(one(kind).spec['template']));
const [node] = pods;

test.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
  '%s fits the schema of Kubernetes',
  (_title, manifest) => {
    const models = schemas[manifest.apiVersion] as Record<string, new (data: object) => { validate(): void }>;
    const Model = models[manifest.kind];
    expect(Model, `${manifest.apiVersion} ${manifest.kind}`).toBeDefined();
    if (Model) new Model(manifest).validate();
  },
);

test('services, disruption budget and autoscaling choose the nodes', () => {
  const labels = node?.metadata.labels ?? {};
  const selectors = [
    one('Service').spec['selector'],
    (one('Deployment').spec['selector'] as { matchLabels: object }).matchLabels,
    (one('PodDisruptionBudget').spec['selector'] as { matchLabels: object }).matchLabels,
  ];
  for (const selector of selectors) expect(labels).toMatchObject(selector as object);
  // The pods of the job receive no requests.
  expect(pods[1]?.metadata.labels).not.toMatchObject(selectors[0] as object);
  expect(one('HorizontalPodAutoscaler').spec['scaleTargetRef']).toMatchObject({
    kind: 'Deployment',
    name: one('Deployment').metadata.name,
  });
  expect(one('Deployment').spec['replicas']).toBeUndefined();
});

test('pods run as the user of the image, write to writable paths, and read generated files', () => {
  const image = readFileSync(join(root, 'Dockerfile'), 'utf8');
  expect(image).toContain('USER node');
  for (const { spec } of pods) {
    const [container] = spec.containers;
    // The uid of `node` in its official images.
    expect(spec.securityContext.runAsUser).toBe(1000);
    const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual(expect.arrayContaining(['/data', '/app/node_modules/.cache', '/tmp', '/config']));
    const volumes = spec.volumes.map(({ name }) => name);
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
    expect(container.env).toEqual([{ name: 'KOMAK_DEPLOYMENT', value: '/config/deployment.json' }]);
  }
  expect(kustomization.configMapGenerator.flatMap(({ files }) => files)).toEqual(['deployment.json']);
});

test('probes use existing endpoints, and a node gets the time that it needs to stop', () => {
  const { containers, terminationGracePeriodSeconds = 0 } = node?.spec ?? { containers: [] };
  const paths = [containers[0]?.livenessProbe, containers[0]?.readinessProbe].map(
    (probe) => probe?.httpGet.path,
  );
  expect(paths).toEqual(['/health/live', '/health/ready']);
  const health = readFileSync(join(root, 'kernel/server/http/routes/health.ts'), 'utf8');
  for (const path of paths) expect(health).toContain(`'${path}'`);
  // Five seconds "not ready" in the image, and ten for closing.
  expect(terminationGracePeriodSeconds).toBeGreaterThan(15);
  expect(pods[1]?.spec.containers[0].command).toEqual(['node', 'kernel/app/server/komak.ts', 'migrate']);
});

test('the server reads the generated variables', () => {
  const pairs = [
    ...kustomization.configMapGenerator.flatMap(({ literals }) => literals),
    ...read('secrets.env.example')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => (line.endsWith('=') ? `${line}${'x'.repeat(40)}` : line)),
  ].map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const source = readFileSync(join(root, 'kernel/running.md'), 'utf8');
  for (const [name] of pairs) expect(source, name).toContain(`\`${name}\``);
  expect(readEnvironment({ NODE_ENV: 'production', ...Object.fromEntries(pairs) })).toMatchObject({
    production: true,
    objectStore: { endpoint: 'https://bucket.example.uz', bucket: 'komak' },
    databaseUrl: expect.stringContaining('sslmode=verify-full'),
    trustProxy: ['uniquelocal'],
  });
});
