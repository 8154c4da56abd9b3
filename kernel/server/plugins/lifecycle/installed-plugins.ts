import { sortByRequirements, type Manifest } from '#kernel/contract/index.ts';
import type { InstalledPlugin } from '../../api/installed-plugin.ts';
import type { ServerServices } from '../../services/server-services.ts';

/** The plugins that are there: those that come with Ko‘mak, and those from outside. */
export interface InstalledPlugins {
  /** Required plugins first. */
  readonly all: readonly InstalledPlugin[];
  readonly manifests: readonly Manifest[];
  readonly builtIn: readonly Manifest[];
  /** Reads again which outside plugins are installed, and gives the server their texts. */
  refresh(): Promise<void>;
}

/** Puts the plugins from outside beside the others. */
export function createInstalledPlugins(
  { outside, texts }: Pick<ServerServices, 'outside' | 'texts'>,
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
      await outside.refresh();
      all = sortByRequirements([...builtIn, ...outside.installed]);
      const digests = new Map(outside.installed.map(({ manifest, digest }) => [manifest.id, digest]));
      for (const id of withTexts.keys()) if (!digests.has(id)) texts.replace(id, null);
      for (const { manifest, digest, artefact } of outside.installed)
        if (withTexts.get(manifest.id) !== digest) texts.replace(manifest.id, artefact.locales);
      withTexts = digests;
    },
  };
}
