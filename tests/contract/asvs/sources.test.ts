import { expect, test } from 'vitest';
import { paths, sources } from '../../architecture/sources.ts';

const shipped = sources(/^(kernel|plugins|widgets)\/.*(?<!\.test)\.tsx?$/).filter(
  ({ path }) => !/^kernel\/(testing|devtools)\/|\/demo\//.test(path),
);
const server = shipped.filter(({ path }) =>
  /^kernel\/(server|(app|identity|records)\/server)\/|\/server\//.test(path),
);
const browser = shipped.filter(({ path }) => /\/client\/|^widgets\//.test(path)); // prettier-ignore

interface LockedPackage {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Lines of code that match, as `path: line`, without comments. */
const linesWith = (pattern: RegExp, files = shipped) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

/** The packages that shipped code imports. */
const imported = new Set(
  shipped.flatMap(({ text }) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*'([^'.#][^']*)'/g)].map(([, name = '']) =>
      name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/'),
    ),
  ),
); // prettier-ignore

test('creates no code from text, and builds markup as nodes only', () => {
  expect(shipped.length).toBeGreaterThan(500);
  expect(linesWith(/\beval\(|new Function\(|node:vm|setTimeout\(['"`]|setInterval\(['"`]/)).toEqual([]);
  expect(linesWith(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/)).toEqual(
    [],
  );
  expect(linesWith(/\bdocument\.domain|\bwith\s*\(\w+\)\s*{/, browser)).toEqual([]);
});

test('runs no shell: programs are started with their arguments, to start PostgreSQL and to build only', () => {
  const users = server.filter(({ text }) => /node:child_process/.test(text)).map(({ path }) => path);
  expect(
    users.filter((path) => !/^kernel\/(server\/(database\/embedded|build)|app\/server\/dev\.ts)/.test(path)),
  ).toEqual([]);
  expect(
    linesWith(/\bexec\(|execSync\(|shell: true/, server).filter((line) => /child|shell/.test(line)),
  ).toEqual([]);
});

test('has no interpreter for LDAP, XPath, LaTeX, mail, memcache, JNDI, WebRTC or GraphQL on the server', () => {
  const kinds = /ldap|xpath|latex|nodemailer|smtp|imap|memcache|redis|jndi|webrtc|wrtc|mediasoup|saml|jsonwebtoken|^jose$|openid/i;
  expect([...imported].filter((name) => kinds.test(name))).toEqual([]);
  expect(linesWith(/from 'graphql|@apollo/, server)).toEqual([]);
  expect(linesWith(/RTCPeerConnection|getUserMedia/)).toEqual([]);
}); // prettier-ignore

test('uses the cryptography of Node and of named packages, without broken functions', () => {
  const crypto = [...imported].filter((name) => /crypt|hash|argon|otp|md5|cipher|sodium|forge|^sha/i.test(name));
  expect(crypto.filter((name) => name !== 'sharp').toSorted()).toEqual(['@noble/ciphers', '@noble/hashes', '@node-rs/argon2', 'node:crypto', 'otpauth']);
  expect(linesWith(/createHash\((?!'sha256'|'sha384'|'sha512')/)).toEqual([]);
  expect(linesWith(/createHmac\((?!'sha256'|'sha512')/)).toEqual([]);
  expect(linesWith(/createCipheriv\((?!'aes-256-gcm'|algorithm)/)).toEqual([]);
  expect(linesWith(/createCipher\(|-ecb|-cbc|des3|rc4|RSA_PKCS1_PADDING/i)).toEqual([]);
  expect(linesWith(/generateKeyPairSync\((?!'ed25519')/)).toEqual([]);
}); // prettier-ignore

test('no secret comes from Math.random', () => {
  const drawn = linesWith(/Math\.random/, server);
  expect(drawn.map((line) => line.split(':')[0])).toEqual(['kernel/server/concurrency/load-shedder.ts']);
  for (const path of ['kernel/server/installation/token.ts', 'kernel/server/installation/vault.ts', 'kernel/server/installation/installation.ts']) {
    expect(sources(new RegExp(`^${path}$`))[0]?.text, path).toMatch(/randomBytes|randomInt/);
  }
}); // prettier-ignore

test('every request of the server to another host follows no redirect, and has a timeout', () => {
  const callers = server.filter(({ text }) => /\bfetch\(/.test(text));
  expect(callers.length).toBeGreaterThan(3);
  for (const { path, text } of callers) {
    for (const call of text.split(/\bfetch\(/).slice(1)) {
      expect(call.slice(0, 900), path).toMatch(/redirect: '(error|manual)'/);
      expect(call.slice(0, 900), path).toMatch(/\bsignal\b/);
    }
  }
  expect(linesWith(/node:https?'|rejectUnauthorized|NODE_TLS_REJECT/, server).filter((line) => !/createServer|IncomingMessage|STATUS_CODES|ServerResponse|Server\b/.test(line))).toEqual([]);
}); // prettier-ignore

test('secrets come from the environment, and none is in the repository', () => {
  const names = ['KOMAK_KEY', 'KOMAK_ONEID_SECRET', 'KOMAK_SMS_KEY', 'KOMAK_CHAT_KEY', 'KOMAK_BACKUP_KEY', 'KOMAK_METRICS_TOKEN'];
  const text = sources(/^kernel\/(app\/)?server\/.*\.ts$|^plugins\/.*\.ts$/).map((one) => one.text).join('\n');
  for (const name of names) expect(text, name).toMatch(new RegExp(`variables\\['${name}'\\]|env\\['${name}'\\]`));
  const secret = /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}|xox[bp]-\d|ghp_\w{36}/;
  expect(sources(/\.(tsx?|json|ya?ml|md|sh|env|txt)$/).filter((one) => secret.test(one.text)).map(({ path }) => path)).toEqual(['tests/contract/asvs/sources.test.ts'].filter((path) => sources(new RegExp(`^${path}$`)).some((one) => secret.test(one.text))));
  expect(paths().filter((path) => /(^|\/)\.env|\.pem$|\.p12$|id_rsa/.test(path))).toEqual([]);
}); // prettier-ignore

test('patterns are not built from user input', () => {
  const built = linesWith(/new RegExp\(/);
  expect(built.map((line) => line.split(':')[0])).toEqual(['plugins/chat/server/caller.ts']);
});

test('no input of a call is inserted into SQL', () => {
  expect(linesWith(/sql\.(raw|lit)\(/, server).length).toBeGreaterThan(10);
  expect(linesWith(/sql\.(raw|lit)\(.*\b(body|params|query|request|viewer)\b/, server)).toEqual([]);
});

test('loads nothing from other hosts, and uses no browser plugin', () => {
  const pages = sources(/^(index\.html|widgets\/.*\.html|kernel\/(app\/)?client\/.*\.html)$/);
  expect(pages.length).toBeGreaterThan(0);
  for (const { path, text } of pages)
    expect(text, path).not.toMatch(/(src|href)="https?:|<(object|embed|applet)\b/);
});

test('every package comes from the lockfile with its checksum, and none by address', () => {
  const lock = sources(/^package-lock\.json$/)[0]?.text ?? '';
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> };
  const named = Object.entries(packages).filter(([name]) => name !== '');
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(([, one]) => !one.integrity && !one.link && !one.inBundle)).toEqual([]);
  expect(named.filter(([, one]) => /^(git|http:|file:)/.test(one.resolved ?? ''))).toEqual([]);
  const direct = Object.keys({ ...packages['']?.dependencies, ...packages['']?.devDependencies });
  expect(direct.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([]);
});

test('password fields hide their text, and allow pasting and password managers', () => {
  const forms = sources(/^kernel\/identity\/client\/.*\.tsx$/);
  expect(forms.filter(({ text }) => text.includes('<PasswordInput')).length).toBeGreaterThan(2);
  for (const { path, text } of forms) expect(text, path).not.toMatch(/onPaste|onCopy|onDrop|type="password"/);
  const input = sources(/^kernel\/client\/ui\/inputs\/text\/text-input\.tsx$/)[0]?.text ?? '';
  expect(input).toContain("type={shown ? 'text' : 'password'}");
  expect(input).toContain('autoComplete="current-password"');
  expect(input).not.toMatch(/onPaste|maxLength/);
});

test('the server writes its log by one logger only', () => {
  const writers = linesWith(/console\.|process\.std(out|err)\.write/, server).map((line) => line.split(':')[0] ?? '');
  expect(writers.filter((path) => !/^kernel\/(app\/server\/(cli|boot\/print-start|dev|reset|komak|main)|server\/(build|config\/startup-error))/.test(path))).toEqual([]);
}); // prettier-ignore
