import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of a text with a secret: 43 characters of base64url. */
export function signText(secret: string | Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Whether two secrets are equal, compared in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
