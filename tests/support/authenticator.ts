// oxlint-disable-next-line import/no-unassigned-import -- `@peculiar/x509` requires it, through the global object
import 'reflect-metadata';
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { encodeCBOR, type CBORType } from '@levischuck/tiny-cbor';
import { BasicConstraintsExtension, type X509Certificate, X509CertificateGenerator } from '@peculiar/x509';

/** The browser's input to an authenticator, and the authenticator's claims; the defaults are those of an honest one. */
export interface Ceremony {
  /** The page on which it runs. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  /** The id of the key that it claims to use. */
  readonly id?: string;
  readonly userHandle?: string;
  /** Whether it reports that a provider stores copies. */
  readonly synced?: boolean;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
  readonly attestation?: string;
}

/** A software authenticator for tests: one key pair (ES256), a counter, and the requested flags. */
export class TestAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #synced: boolean;
  /** Whether it is attested: with a self-signed certificate (true), or by the given maker. */
  readonly #attested: boolean | Maker;
  #userHandle = '';

  constructor(
    origin: string,
    { synced = false, attested = false }: { synced?: boolean; attested?: boolean | Maker } = {},
  ) {
    this.#origin = origin;
    this.#synced = synced;
    this.#attested = attested;
  }

  /** Creates the key, and returns the `PublicKeyCredential.toJSON()` of a registration. */
  async create(options: Record<string, unknown>, ceremony: Ceremony = {}) {
    const parsed = options as unknown as Options;
    this.#userHandle = parsed.user?.id ?? '';
    const clientData = this.#clientData('webauthn.create', parsed, ceremony);
    const authData = Buffer.concat([
      this.#authenticatorData(parsed.rp?.id ?? '', ceremony, 0x40),
      Buffer.alloc(16, this.#attested ? 7 : 0),
      Buffer.from([0, 32]),
      Buffer.from(this.id, 'base64url'),
      this.#publicKey(),
    ]);
    const statement =
      this.#attested && parsed.attestation === 'direct'
        ? await attest(authData, clientData, this.#attested === true ? null : this.#attested)
        : null;
    const attestationObject = encodeCBOR(
      new Map<string, CBORType>([
        ['fmt', statement === null ? 'none' : 'packed'],
        ['attStmt', statement ?? new Map<string, CBORType>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['usb'],
      },
    };
  }

  /** Signs a challenge, and returns the `PublicKeyCredential.toJSON()` of an assertion. */
  get(options: Record<string, unknown>, ceremony: Ceremony = {}) {
    const parsed = options as unknown as Options;
    this.counter++;
    const clientData = this.#clientData('webauthn.get', parsed, ceremony);
    const authenticatorData = this.#authenticatorData(parsed.rpId ?? '', ceremony, 0);
    const signature = createSign('sha256')
      .update(authenticatorData)
      .update(sha256(clientData))
      .sign(this.#keys.privateKey);
    const id = ceremony.id ?? this.id;
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: ceremony.userHandle ?? this.#userHandle,
      },
    };
  }

  #clientData(
    type: string,
    parsed: Options,
    { origin = this.#origin, challenge = parsed.challenge }: Ceremony,
  ) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(givenId: string, ceremony: Ceremony, more: number): Buffer {
    const { rpId = givenId, userVerified = true, counter = this.counter, synced = this.#synced } = ceremony;
    const flags = 0x01 | (userVerified ? 0x04 : 0) | (synced ? 0x18 : 0) | more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const cose = new Map<number, CBORType>([[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]]); // prettier-ignore
    return Buffer.from(encodeCBOR(cose as never));
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A maker of authenticators, with its own root certificate. */
export interface Maker {
  readonly root: X509Certificate;
  readonly keys: CryptoKeyPair;
}

/** Creates a maker; with `ca` false, its root may not issue certificates; with `isOver`, it has expired. */
export async function createMaker(name: string, { ca = true, isOver = false } = {}): Promise<Maker> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const root = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 2 * 86_400_000),
    notAfter: new Date(Date.now() + (isOver ? -1 : 1) * 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(ca, undefined, true)],
  });
  return { root, keys };
}

/** The attestation statement of a maker (`packed`); without one, with a self-signed certificate. */
async function attest(
  authData: Buffer,
  clientData: Buffer,
  maker: Maker | null | false,
): Promise<Map<string, CBORType>> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const subject = 'C=UZ, O=Test, OU=Authenticator Attestation, CN=Test key';
  const certificate = await X509CertificateGenerator.create({
    subject,
    issuer: maker ? maker.root.subject : subject,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: maker ? maker.keys.privateKey : keys.privateKey,
    extensions: [new BasicConstraintsExtension(false, undefined, true)],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const sig = createSign('sha256')
    .update(authData)
    .update(sha256(clientData))
    .sign({ key, format: 'der', type: 'pkcs8' });
  return new Map<string, CBORType>([
    ['alg', -7],
    ['sig', new Uint8Array(sig)],
    ['x5c', [new Uint8Array(certificate.rawData)]],
  ]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
