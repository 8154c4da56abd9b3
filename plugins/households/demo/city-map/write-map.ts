import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeMap } from './make-map.ts';
import { readRecords } from './read-records.ts';

// Rebuilds the map of the demonstration from the records of a running server (`npm start`), after they have
// changed: `node plugins/households/demo/city-map/write-map.ts`

const api = `${process.env['KOMAK_URL'] ?? `http://localhost:${process.env['PORT'] ?? 8080}`}/api/uz`;

async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${api}/${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

const { data } = (await call('admins/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ login: 'superadmin', password: 'komak-demo-2026' }),
})) as { data: { token: string } };
const map = makeMap(await readRecords((path) => call(path, { headers: { authorization: data.token } })));
const file = resolve(import.meta.dirname, '../city.pmtiles');
await writeFile(file, map);
process.stdout.write(`${file}: ${map.length} bytes\n`);
