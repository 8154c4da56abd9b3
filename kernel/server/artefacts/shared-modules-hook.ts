import { registerHooks } from 'node:module';
import { sharedModules } from '#kernel/contract/index.ts';

/** The folder of unpacked artefacts, below the data folder: `<id>/<digest>/`. */
export const artefactFolder = 'outside-plugins';

const ownModules: Readonly<Record<string, string>> = {
  '@komak/plugin-api/contract': new URL('../../plugin-api/contract.ts', import.meta.url).href,
  '@komak/plugin-api/server': new URL('../../plugin-api/server.ts', import.meta.url).href,
};

/**
 * Resolves the shared modules to the host's instances for server modules of external plugins, beside which no packages
 * are installed. Returns a function that undoes it.
 */
export function shareModules(): () => void {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const isShared = (sharedModules.server as readonly string[]).includes(specifier);
      if (!isShared || !context.parentURL?.includes(`/${artefactFolder}/`)) return next(specifier, context);
      const own = ownModules[specifier];
      return own ? next(own, context) : next(specifier, { ...context, parentURL: import.meta.url });
    },
  });
  return () => hooks.deregister();
}
