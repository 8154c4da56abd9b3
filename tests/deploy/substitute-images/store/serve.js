import { mkdirSync, readFileSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';
import accounts from '@20minutes/s3rver/lib/models/account.js';

// The arguments of `weed server` in compose.yaml.
const words = new Map(
  process.argv
    .slice(2)
    .filter((word) => word.startsWith('-'))
    .map((word) => {
      const [name = '', value = 'true'] = word.slice(1).split(/=(.*)/s);
      return [name, value];
    }),
);
const directory = words.get('dir') ?? '/data';
mkdirSync(directory, { recursive: true });
const { identities } = JSON.parse(readFileSync(words.get('s3.config') ?? '', 'utf8'));
accounts.DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
for (const { credentials } of identities) {
  for (const { accessKey, secretKey } of credentials)
    accounts.DUMMY_ACCOUNT.createKeyPair(accessKey, secretKey);
}

const store = new S3rver({
  port: Number(words.get('s3.port')),
  address: words.get('ip.bind') ?? '0.0.0.0',
  silent: true,
  // Buckets are in the path: the host is the service's name.
  vhostBuckets: false,
  directory,
});
store.middleware.unshift((call, next) => {
  if (call.path === '/healthz') {
    call.status = 200;
    call.body = 'ok';
    return;
  }
  // S3rver expects a signature of `/bucket`, while clients sign `/bucket/`; those of objects are checked.
  if (/^\/[^/]+\/$/.test(call.path))
    call.app = Object.create(call.app, { allowMismatchedSignatures: { value: true } });
  return next();
});
await store.run();
process.stdout.write('The store listens.\n');
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void store.close().then(() => process.exit(0)));
