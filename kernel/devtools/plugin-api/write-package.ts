import { packPluginApi } from './pack.ts';

/** `npm run api:pack [folder]`: packs `@komak/plugin-api` for authors of external plugins. */
process.stdout.write(`${await packPluginApi(process.argv[2] ?? 'var')}\n`);
