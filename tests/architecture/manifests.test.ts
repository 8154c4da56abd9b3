import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  allows,
  createRegistry,
  deploymentSchema,
  kernelErrors,
  permissionsOf,
  type Manifest,
  requiredIds,
} from '#kernel/contract/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { icons } from '#kernel/client/ui/icons/icons.tsx';
import { lazyIcons } from '#kernel/client/ui/icons/lazy-icons.tsx';
import { textsOf } from './locales.ts';
import { manifests, pluginFolders } from './manifests.ts';
import { requirementsOf } from './plugin-requirements.ts';
import { root, sources } from './sources.ts';

const everything = deploymentSchema.parse({
  plugins: Object.fromEntries(manifests.map(({ id }) => [id, {}])),
});
const kernelSlots = ['kernel.topBar', 'kernel.menu', 'kernel.settings', 'kernel.floating'];

test('the plugins are compatible', () => {
  const registry = createRegistry(manifests, everything);
  expect(registry.enabled.map(({ id }) => id).toSorted()).toEqual(pluginFolders);
});

test('the deployment of this repository enables what it names', () => {
  const file = readFileSync(join(root, 'deployment.json'), 'utf8');
  const deployment = deploymentSchema.parse(JSON.parse(file));
  const registry = createRegistry(manifests, deployment);
  const named = Object.entries(deployment.plugins).filter(([, { enabled }]) => enabled);
  expect(registry.enabled.map(({ id }) => id)).toEqual(named.map(([id]) => id));
});

test('permissions in access rules are declared by a plugin', () => {
  const declared = new Set(manifests.flatMap(({ permissions }) => permissions ?? []));
  const named = manifests.flatMap(({ routes }) =>
    Object.values(routes ?? {}).flatMap(({ access }) => permissionsOf(access)),
  );
  expect(named.filter((permission) => !declared.has(permission))).toEqual([]);
});

describe.each(manifests.map((manifest, index) => [pluginFolders[index] ?? '', manifest] as const))(
  '%s',
  (folder, manifest) => {
    test('has a folder of its own name', () => {
      expect(manifest.id).toBe(folder);
    });

    test('requires exactly the plugins whose contract it imports or whose tables it reads', () => {
      expect(requiredIds(manifest).toSorted()).toEqual(requirementsOf(folder));
    });

    test('has labels with a text in every language', () => {
      for (const language of languages) {
        const texts = textsOf(language, folder);
        expect(
          labelsOf(manifest).filter((key) => !texts.has(key)),
          language,
        ).toEqual([]);
      }
    });

    test('has no page without access rule', () => {
      const open = Object.entries(manifest.routes ?? {}).filter(([, { access }]) => allows(access, null));
      expect(open.map(([key]) => key)).toEqual([]);
    });

    test('has icons that exist', () => {
      const drawn = Object.keys({ ...icons, ...lazyIcons });
      const named = [...Object.values(manifest.menu ?? {}), ...Object.values(manifest.notices ?? {})].map(
        ({ icon }) => icon,
      );
      expect(named.filter((icon) => !drawn.includes(icon))).toEqual([]);
    });

    test('extends slots that exist', () => {
      const known = [...kernelSlots, ...declaredSlots()];
      expect((manifest.extensions ?? []).filter((slot) => !known.includes(slot))).toEqual([]);
    });

    test('has settings with defaults', () => {
      expect(manifest.config?.safeParse({}).error).toBeUndefined();
    });
  },
);

test('has errors with a text in every language', () => {
  const codes = [...Object.keys(kernelErrors).map((code) => ['kernel', code] as const), ...errorCatalogues()];
  for (const language of languages) {
    const lacking = codes.filter(([namespace, code]) => !textsOf(language, namespace).has(`errors.${code}`));
    expect(
      lacking.map((pair) => pair.join(':errors.')),
      language,
    ).toEqual([]);
  }
});

function labelsOf({ menu, permissions, notices, search, actions }: Manifest): string[] {
  const entries = Object.keys(menu ?? {});
  return [
    ...(entries.length > 0 ? ['menu.title'] : []),
    ...entries.map((key) => `menu.${key}`),
    ...(permissions ?? []).map((permission) => `permissions.${permission}`),
    ...Object.keys(notices ?? {}).flatMap((type) => [`notices.${type}.text`, `notices.${type}.name`]),
    ...Object.keys(search ?? {}).map((key) => `found.${key}`),
    ...Object.keys(actions ?? {}).map((key) => `actions.${key}`),
  ];
}

function declaredSlots(): string[] {
  return sources(/^plugins\/[^/]+\/contract\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(/\bslot<[^(]*\('([\w.]+)'\)/g)].map(([, id]) => id ?? ''),
  );
}

/** The catalogues of `errorsOf('<namespace>', { code: status })` in the code of plugins. */
function errorCatalogues(): (readonly [string, string])[] {
  return sources(/^(plugins|kernel)\/.*\.ts$/)
    .filter(({ path }) => !/\.test\.|^kernel\/contract\/errors\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/errorsOf\(\s*'(\w+)',\s*\{([^}]*)\}/g)])
    .flatMap(([, namespace = '', body = '']) =>
      [...body.matchAll(/(\w+):\s*\d{3}/g)].map(([, code = '']) => [namespace, code] as const),
    );
}
