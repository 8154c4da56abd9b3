import { sortByRequirements, type Manifest } from '#kernel/contract/index.ts';
import type { InstalledPlugin } from '../../api/installed-plugin.ts';
import type { ServerServices } from '../../services/server-services.ts';

/** The installed plugins: built-in and external ones. */
export interface InstalledPlugins {
  /** Required plugins first. */
  readonly all: readonly InstalledPlugin[];
  readonly manifests: readonly Manifest[];
  readonly builtIn: readonly Manifest[];
  /** Reads again which external plugins are installed, and loads their texts into the server. */
  refresh(): Promise<void>;
}

/** Combines the built-in and the external plugins. */
export function createInstalledPlugins(
  { external, texts }: Pick<ServerServices, 'external' | 'texts'>,
  builtIn: readonly InstalledPlugin[],
): InstalledPlugins {
  let all: readonly InstalledPlugin[] = sortByRequirements(builtIn);
  let withTexts = new Map<string, string>();
  return {
    get all() {
      return all;
    },
    get manifests() {
      return all.map(({ manifest }) => manifest);
    },
    builtIn: builtIn.map(({ manifest }) => manifest),
    async refresh() {
      await external.refresh();
      all = sortByRequirements([...builtIn, ...external.installed]);
      const digests = new Map(external.installed.map(({ manifest, digest }) => [manifest.id, digest]));
      for (const id of withTexts.keys()) if (!digests.has(id)) texts.replace(id, null);
      for (const { manifest, digest, artefact } of external.installed)
        if (withTexts.get(manifest.id) !== digest) texts.replace(manifest.id, artefact.locales);
      withTexts = digests;
    },
  };
}
