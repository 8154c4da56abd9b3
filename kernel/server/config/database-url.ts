import type pg from 'pg';
import { parse } from 'pg-connection-string';
import { StartupError } from './startup-error.ts';

/** A host of PostgreSQL: a name, an address, or a socket's folder. */
export interface DatabaseHost {
  readonly host: string;
  readonly port: number;
}

/** The address of a database from its URL: one host, or several of which one accepts writes. */
export interface DatabaseAddress {
  readonly hosts: readonly DatabaseHost[];
  /** User, password, database, TLS and further options. */
  readonly config: pg.ClientConfig;
}

const defaultPort = 5432;
/** The values of libpq's `target_session_attrs` that require a session with write access. */
const writable = ['read-write', 'primary'];

/**
 * Parses the URL of a database like libpq, including several hosts: `postgres://user@one:5432,two:5432/komak` or
 * `…?host=one,two&port=5432,5433`. Throws a {@link StartupError} for an unusable one.
 */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const { authority, single } = splitAuthority(url);
  const { host, port, ...config } = parseSingle(single);
  const query = (value: string | null | undefined) => (value ?? '').split(',').filter((one) => one !== '');
  const named = query(host);
  const ports = query(port);
  const hosts =
    authority.length > 1 && !new URLSearchParams(url.split('?')[1] ?? '').has('host')
      ? authority.map(readHost)
      : named.map((one, index) => ({ host: one, port: Number(ports[index] ?? ports[0] ?? defaultPort) }));
  const target = (config as { target_session_attrs?: string }).target_session_attrs;
  if (target !== undefined && !(writable.includes(target) || (target === 'any' && hosts.length < 2))) {
    throw new StartupError(
      `target_session_attrs is "${target}" in the address of the database, but must be read-write or primary: Ko‘mak writes.`,
    );
  }
  if (hosts.some(({ port: one }) => !(Number.isInteger(one) && one > 0 && one < 65_536))) {
    throw new StartupError('The address of the database has an invalid port.');
  }
  // Sound: the rest are options of the driver, or unknown ones that it ignores.
  return { hosts, config: config as pg.ClientConfig };
}

/** The hosts of the authority, and the URL with only the first one, since URL parsers reject several. */
function splitAuthority(url: string): { authority: string[]; single: string } {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  const authority = hosts.split(',');
  return { authority, single: authority.length > 1 ? `${start}${authority[0]}${rest}` : url };
}

function parseSingle(url: string): ReturnType<typeof parse> {
  try {
    return parse(url);
  } catch (error) {
    throw new StartupError('The address of the database is not that of a PostgreSQL.', { cause: error });
  }
}

function readHost(text: string): DatabaseHost {
  const [, v6, name, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const host = decodeURIComponent(v6 ?? name ?? '');
  if (host !== '') return { host, port: Number(port ?? defaultPort) };
  throw new StartupError(`The address of the database names "${text}", which is not a host.`);
}
