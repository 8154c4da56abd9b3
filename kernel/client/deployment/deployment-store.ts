import { proxy, useSnapshot } from 'valtio';
import type { Manifest, DeploymentPlace, TileSource } from '#kernel/contract/index.ts';
import { defaultTimeZone } from '#kernel/domain/text/dates.ts';
import { recordOf } from '#kernel/domain/values/is-record.ts';
import { RequestError } from '../data/request-error.ts';
import { send } from '../data/send.ts';

/** A plugin in the server's announcement. */
export interface AnnouncedPlugin {
  readonly id: string;
  readonly enabled: boolean;
  readonly reason: string | null;
  readonly capabilities: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  /** Set for an external plugin, which is not part of this build; the schemas of its manifest are JSON Schema. */
  readonly external?: { readonly manifest: Manifest; readonly client: string | null };
}

/** The public description of this installation (`GET plugins`). */
export interface Announcement {
  /** Whether it came from the server; a server that follows only the specification has no such call. */
  readonly served: boolean;
  /** The plugins in menu order; `null` without an announcement, when every built-in plugin is enabled. */
  readonly plugins: readonly AnnouncedPlugin[] | null;
  readonly name: string;
  readonly logo: string | null;
  readonly testMode: boolean;
  readonly place: Partial<DeploymentPlace>;
  readonly timeZone: string;
  /** Whether users have to give a reason to see a masked value. */
  readonly revealReason: boolean;
  /** The basemaps; the first one is shown first. */
  readonly tiles: readonly TileSource[];
  readonly oneId: boolean;
  /** The server's tracing settings; validated by the code that uses them, which is loaded later. */
  readonly traces: unknown;
  /** The logins of a demonstration; null in other installations. */
  readonly demo: DemoAccounts | null;
}

/** The logins of the demonstration, which share a password. */
export interface DemoAccounts {
  readonly password: string;
  readonly logins: readonly { readonly login: string; readonly title: string }[];
}

/** The product's name, if a deployment sets none. */
const productName = 'Ko‘mak';

/** The last announcement. */
export const deploymentStore = proxy<{ announced: Announcement }>({ announced: readAnnouncement(null) });

/**
 * Requests the deployment from the server. If the server lacks this call, reads `/deployment.json`; without that file,
 * uses plugins and place of the `deployment.json` in this build.
 */
export async function loadDeployment(): Promise<void> {
  const { response, served } = await fetchAnnouncement();
  deploymentStore.announced = readAnnouncement(response, served);
}

/** The description of this installation; renders again when it changes. */
export function useDeployment(): Announcement {
  return useSnapshot(deploymentStore).announced as Announcement;
}

async function fetchAnnouncement(): Promise<{ readonly response: unknown; readonly served: boolean }> {
  try {
    return { response: await send('GET', 'plugins'), served: true };
  } catch (error) {
    if (!(error instanceof RequestError) || (error.status !== 404 && error.status !== 401)) throw error;
  }
  const response = await fetch('/deployment.json').catch(() => null);
  const isJson = response?.ok && response.headers.get('Content-Type')?.includes('json');
  if (isJson) return { response: (await response.json()) as unknown, served: false };
  const { plugins, place } = (await import('../../../deployment.json')).default;
  return { response: { plugins, place }, served: false };
}

/** Reads the response of `GET plugins`, or a `deployment.json`, leniently. */
export function readAnnouncement(response: unknown, served = true): Announcement {
  const body = recordOf(response);
  const branding = recordOf(body['branding']);
  return {
    served,
    plugins: readPlugins(body['plugins']),
    name: text(branding['name']) ?? productName,
    logo: text(branding['logo']),
    testMode: body['testMode'] === true,
    // Validated where it is used: pages with maps and charts load later.
    place: recordOf(body['place']) as Partial<DeploymentPlace>,
    timeZone: text(body['timeZone']) ?? defaultTimeZone,
    revealReason: recordOf(body['privacy'])['revealReason'] === true,
    tiles: readTiles(body['tiles']),
    oneId: body['oneId'] === true,
    traces: served && body['traces'],
    demo: readDemo(body['demo']),
  };
}

function readDemo(value: unknown): DemoAccounts | null {
  const { password, logins } = recordOf(value);
  if (typeof password !== 'string' || !Array.isArray(logins)) return null;
  const readable = logins.flatMap((one: unknown) => {
    const [login, title] = [text(recordOf(one)['login']), text(recordOf(one)['title'])];
    return login && title ? [{ login, title }] : [];
  });
  return readable.length > 0 ? { password, logins: readable } : null;
}

/** Parses basemaps; those without an address are left out. */
function readTiles(value: unknown): TileSource[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    const { id, name, url, attribution, maxZoom, tileSize } = recordOf(one);
    if (typeof id !== 'string' || typeof url !== 'string') return [];
    return {
      id,
      url,
      ...readTileName(name),
      ...(typeof attribution === 'string' && { attribution }),
      ...(typeof maxZoom === 'number' && { maxZoom }),
      ...((tileSize === 256 || tileSize === 512) && { tileSize }),
    };
  });
}

function readTileName(value: unknown): Pick<TileSource, 'name'> {
  if (typeof value === 'string') return { name: value };
  const { uz, ru } = recordOf(value);
  return typeof uz === 'string' && typeof ru === 'string' ? { name: { uz, ru } } : {};
}

function readPlugins(value: unknown): AnnouncedPlugin[] | null {
  if (Array.isArray(value)) return value.map((one) => readPlugin(text(recordOf(one)['id']) ?? '', one));
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([id, settings]) => readPlugin(id, settings));
}

function readPlugin(id: string, value: unknown): AnnouncedPlugin {
  const { enabled, reason, capabilities, config, external } = recordOf(value);
  return {
    id,
    enabled: enabled !== false,
    reason: text(reason),
    capabilities: Array.isArray(capabilities)
      ? capabilities.filter((one): one is string => typeof one === 'string')
      : [],
    config: recordOf(config),
    ...readExternal(external),
  };
}

/** The server has validated it, so it is not parsed again. */
function readExternal(value: unknown): Pick<AnnouncedPlugin, 'external'> {
  const { manifest, client } = recordOf(value);
  if (typeof recordOf(manifest)['id'] !== 'string') return {};
  return { external: { manifest: manifest as Manifest, client: text(client) } };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
