import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Vault } from '../api/vault.ts';
import { readSecret } from './installation.ts';

/** The key that encrypted a value: the one in the database, or the one in the environment. */
const sources = { database: 1, environment: 2 } as const;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Creates the vault. Its key is `KOMAK_KEY`, which is the same on every node and in no backup; without it, the
 * installation's secret, which is in the database. Values encrypted with the latter can still be decrypted after
 * `KOMAK_KEY` is set.
 */
export function createVault(databaseSecret: string, environmentKey: string | null): Vault {
  const source = environmentKey === null ? sources.database : sources.environment;

  function keyFor(of: number, purpose: string): Buffer | null {
    const ofDatabase = of === sources.database ? databaseSecret : null;
    const secret = of === sources.environment ? environmentKey : ofDatabase;
    return secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', `komak ${purpose}`, 32));
  }

  return {
    seal(purpose, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keyFor(source, purpose) as Buffer, nonce);
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(source), nonce, cipher.getAuthTag(), sealed]);
    },
    open(purpose, sealed) {
      const key = keyFor(sealed[0] ?? 0, purpose);
      const body = 1 + nonceBytes + tagBytes;
      if (key === null || sealed.length < body) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceBytes));
      decipher.setAuthTag(sealed.subarray(1 + nonceBytes, body));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()]);
      } catch {
        return null;
      }
    },
    sign: (purpose, text) =>
      createHmac('sha256', keyFor(source, `signature of ${purpose}`) as Buffer)
        .update(text)
        .digest('hex'),
  };
}

/** Opens the vault of the installation with this database. */
export async function openVault(pool: pg.Pool, environmentKey: string | null): Promise<Vault> {
  return createVault(await readSecret(pool), environmentKey);
}
