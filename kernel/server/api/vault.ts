/** Encrypts secrets of the installation, so that a reader of the database cannot use them. */
export interface Vault {
  /** Encrypts for one purpose; it cannot be decrypted for another. */
  seal(purpose: string, plain: Buffer): Buffer;
  /** Decrypts; null if the value was encrypted with another key or for another purpose, or was changed. */
  open(purpose: string, sealed: Buffer): Buffer | null;
  /** A keyed hash of a text, for one purpose. */
  sign(purpose: string, text: string): string;
}
