import { packPluginApi } from './pack.ts';

/** `npm run api:pack [folder]`: packs what authors of external plugins install. */
process.stdout.write(`${await packPluginApi(process.argv[2] ?? 'var')}\n`);
