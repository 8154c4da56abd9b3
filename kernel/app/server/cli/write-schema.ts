import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { discoverPlugins } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { deploymentJsonSchema } from '#kernel/server/config/deployment-json-schema.ts';

// `npm run komak:schema`: writes deployment.schema.json beside deployment.json.
const root = resolve(import.meta.dirname, '../../../..');
const installed = await discoverPlugins(resolve(root, 'plugins'));
const schema = deploymentJsonSchema(installed.map(({ manifest }) => manifest));
await writeFile(resolve(root, 'deployment.schema.json'), `${JSON.stringify(schema, null, 2)}\n`);
