export * from './public.ts';
export { permissionsOf } from './access.ts';
export {
  type Deployment,
  type DeploymentInput,
  type PluginSettings,
  type TileSource,
  placeSchema,
  type Place,
} from './deployment.ts';
export { sortByRequirements } from './sort-by-requirements.ts';
export { sharedModules } from './shared-modules.ts';
export { kernelErrors } from './errors.ts';
export { pluginOf, requiredIds } from './plugin.ts';
export { explanationText, RegistryError, type Explanation, type Registry } from './registry.ts';
export { findCircles, findClashes, findFaults, uninstalledPlugins } from './find-problems.ts';
export { personalKindOf } from './personal.ts';
export { deploymentResponseSchema, errorBodySchema, sessionAdminSchema } from './wire.ts';
