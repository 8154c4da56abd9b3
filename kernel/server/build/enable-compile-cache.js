import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches what Node makes of each module: stripped TypeScript and compiled code. With the cache a server starts sooner
// and needs some 20 MiB less, since the type stripper is not loaded; hence this file is JavaScript and is loaded first
// (`--import`). If the folder is not writable, Node continues without.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/komak', import.meta.url)));
