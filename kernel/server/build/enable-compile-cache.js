import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps what Node makes of each module: TypeScript without its types, and compiled code. A server that finds them starts
// sooner and needs some 20 MiB less, since what takes the types out stays unloaded; hence this file has none, and comes
// before all others (`--import`). Where the folder cannot be written Node continues without.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/komak', import.meta.url)));
