/** Encrypts secrets of the installation, so that a reader of the database cannot use them. */
export interface Vault {
  /** Encrypts for one purpose; for another it cannot be opened. */
  seal(purpose: string, plain: Buffer): Buffer;
  /** Decrypts, or null where it was sealed with another key, for another purpose, or was changed. */
  open(purpose: string, sealed: Buffer): Buffer | null;
  /** A keyed hash of a text, for one purpose. */
  sign(purpose: string, text: string): string;
}
