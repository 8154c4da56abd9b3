import { networkOf } from '#kernel/plugin-api/server.ts';
import type { WatchSettings } from './settings.ts';

/** The entries of one action, person and address within the window. */
export interface ActionCount {
  readonly action: string;
  readonly admin_id: number | null;
  readonly address: string | null;
  /** The person whose sign-in was rejected at the second step. */
  readonly refused_id: number | null;
  readonly entries: number;
  /** An entry about several subjects counts for each. */
  readonly records: number;
}

/** The entity whose actions are counted: a person, a network, or everyone together. */
export type WatchedEntity =
  { readonly adminId: number } | { readonly network: string } | { readonly everybody: true };

/** A kind of activity that is unusual in large numbers. */
export interface Kind {
  /** Its threshold in the settings. */
  readonly setting: keyof Pick<
    WatchSettings,
    'reveals' | 'reads' | 'exports' | 'misses' | 'signIns' | 'networks' | 'refusals' | 'allRefusals' | 'codes'
  >;
  readonly notice: string;
  /** Suffixes of actions: `reveal` matches `users.reveal` and those of other plugins. */
  readonly endings: readonly string[];
  /** Returns the entity that an entry counts for; null if none. */
  of(tally: ActionCount): WatchedEntity | null;
  /** Measures the entries of one entity; defaults to their number. */
  measure?(tallies: readonly ActionCount[]): number;
}

const byPerson = ({ admin_id: adminId }: ActionCount) => (adminId === null ? null : { adminId });
const byNetwork = ({ address }: ActionCount) => (address === null ? null : { network: networkOf(address) });
const records = (tallies: readonly ActionCount[]) => tallies.reduce((sum, tally) => sum + tally.records, 0);
const networks = (tallies: readonly ActionCount[]) =>
  new Set(tallies.flatMap(({ address }) => (address === null ? [] : [networkOf(address)]))).size;

/** The suffixes of actions that export data. */
export const exportEndings = ['export', 'download'] as const;
/** The suffixes of actions that open a session. */
export const signInEndings = ['login'] as const;

/** The suffixes of actions for rejected sign-ins; other actions are rejected too, such as an erasure with obstacles. */
const rejectionEndings = ['login.refuse', 'code.refuse', 'passkey.refuse', 'one_id.refuse'] as const;

/** All counted kinds. A new action with one of these suffixes is included automatically. */
export const kinds: readonly Kind[] = [
  { setting: 'reveals', notice: 'unusual_reveals', endings: ['reveal'], of: byPerson, measure: records },
  // A lookup by JSHSHIR returns a citizen unmasked, without opening the record.
  {
    setting: 'reads',
    notice: 'unusual_reads',
    endings: ['read', 'users.lookup'],
    of: byPerson,
    measure: records,
  },
  { setting: 'exports', notice: 'unusual_exports', endings: exportEndings, of: byPerson },
  { setting: 'misses', notice: 'unusual_misses', endings: ['miss'], of: byPerson },
  { setting: 'signIns', notice: 'unusual_sign_ins', endings: signInEndings, of: byPerson },
  {
    setting: 'networks',
    notice: 'unusual_networks',
    endings: signInEndings,
    of: byPerson,
    measure: networks,
  },
  { setting: 'refusals', notice: 'unusual_refusals', endings: rejectionEndings, of: byNetwork },
  {
    setting: 'allRefusals',
    notice: 'unusual_all_refusals',
    endings: rejectionEndings,
    of: () => ({ everybody: true }),
  },
  {
    setting: 'codes',
    notice: 'unusual_codes',
    endings: ['code.refuse'],
    of: ({ refused_id: adminId }) => (adminId === null ? null : { adminId }),
  },
];

/** Whether an action equals a suffix or ends with it, as a whole word. */
export function endsWith(action: string, endings: readonly string[]): boolean {
  return endings.some((ending) => `.${action}`.endsWith(`.${ending}`));
}

/** An entity as text, for the records of sent warnings. */
export function nameOf(entity: WatchedEntity): string {
  if ('adminId' in entity) return `admin ${entity.adminId}`;
  return 'network' in entity ? `network ${entity.network}` : 'everybody';
}
