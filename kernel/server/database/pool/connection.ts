/** How to reach one database over a socket. */
export interface DatabaseConnection {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** How the database of our own is run. */
export interface EmbeddedOptions {
  /** Off only in tests: what was answered may be lost with the power. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}
