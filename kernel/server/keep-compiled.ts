import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

/**
 * Keeps what Node makes of the modules that are loaded from here on: TypeScript without its types, and compiled code. A
 * server that finds them starts sooner and needs some 20 MiB less, since what takes the types out stays unloaded. Where
 * the folder cannot be written Node goes on without.
 */
export function keepCompiled(): void {
  enableCompileCache(resolve(import.meta.dirname, '../../node_modules/.cache/komak'));
}
