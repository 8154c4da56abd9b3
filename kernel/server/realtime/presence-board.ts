import { sameValues } from '#kernel/domain/values/same-values.ts';
/** A user who has a record open. */
export interface PresentPerson {
  /** The admin's id. */
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly writing: boolean;
}

/** The record that a user has open: `<plugin>.<kind>/<id>`. */
export type PresenceKey = string;

/** The users at each record, as reported by another node. */
export type NodeState = readonly (readonly [PresenceKey, readonly PresentPerson[]])[];

interface LocalEntry {
  readonly key: PresenceKey;
  readonly person: PresentPerson;
  readonly at: number;
}

/**
 * The users who have a record open, as known to this node: through its own sockets, each at one record, and from other
 * nodes.
 */
export interface PresenceBoard {
  /** Puts a socket at a record; it is at one record at a time. */
  put(socketId: string, key: PresenceKey, person: PresentPerson): void;
  remove(socketId: string): void;
  /** Stores the report of another node about some records; a full state removes all others of that node. */
  putNode(node: string, state: NodeState, isWhole: boolean): void;
  /** Removes sockets and nodes without a recent message. */
  expire(): void;
  /** The users at a record on all nodes, each once. */
  peopleAt(key: PresenceKey): readonly PresentPerson[];
  /** The users at a record through this node's sockets. */
  localAt(key: PresenceKey): readonly PresentPerson[];
  keyOf(socketId: string): PresenceKey | null;
  /** This node's sockets at a record. */
  socketsAt(key: PresenceKey): readonly string[];
  readonly localKeys: readonly PresenceKey[];
  /** The records whose users have changed since the last call. */
  takeChanges(): { readonly local: readonly PresenceKey[]; readonly all: readonly PresenceKey[] };
}

/** Milliseconds without a message after which a user counts as gone, for example after closing a laptop. */
export const presenceExpiryMs = 6000;

/**
 * Creates a board; `now` is a clock in milliseconds.
 *
 * Over 60 lines: small methods of one object over the same maps.
 */
export function createPresenceBoard(now: () => number): PresenceBoard {
  const local = new Map<string, LocalEntry>();
  const byKey = new Map<PresenceKey, Set<string>>();
  const remote = new Map<string, { at: number; state: Map<PresenceKey, readonly PresentPerson[]> }>();
  const changedHere = new Set<PresenceKey>();
  const changed = new Set<PresenceKey>();

  function markLocal(key: PresenceKey): void {
    changedHere.add(key);
    changed.add(key);
  }

  function remove(socketId: string): void {
    const entry = local.get(socketId);
    if (!entry) return;
    local.delete(socketId);
    const sockets = byKey.get(entry.key);
    sockets?.delete(socketId);
    if (sockets?.size === 0) byKey.delete(entry.key);
    markLocal(entry.key);
  }

  function forget(node: string): void {
    for (const key of remote.get(node)?.state.keys() ?? []) changed.add(key);
    remote.delete(node);
  }

  const localAt = (key: PresenceKey) =>
    merged([...(byKey.get(key) ?? [])].flatMap((socketId) => local.get(socketId)?.person ?? []));

  return {
    put(socketId, key, person) {
      const former = local.get(socketId);
      if (former && former.key !== key) remove(socketId);
      local.set(socketId, { key, person, at: now() });
      const sockets = byKey.get(key) ?? new Set();
      byKey.set(key, sockets.add(socketId));
      if (former?.key !== key || former.person.writing !== person.writing) markLocal(key);
    },
    remove,
    putNode(node, state, isWhole) {
      const known = remote.get(node)?.state ?? new Map<PresenceKey, readonly PresentPerson[]>();
      const heard = new Set(state.map(([key]) => key));
      const gone = isWhole ? [...known.keys()].filter((key) => !heard.has(key)) : [];
      for (const key of gone) {
        known.delete(key);
        changed.add(key);
      }
      for (const [key, people] of state) {
        if (!sameValues(known.get(key) ?? [], people)) changed.add(key);
        if (people.length > 0) known.set(key, people);
        else known.delete(key);
      }
      remote.set(node, { at: now(), state: known });
    },
    expire() {
      const oldest = now() - presenceExpiryMs;
      for (const [socketId, { at }] of local) if (at < oldest) remove(socketId);
      for (const [node, { at }] of remote) if (at < oldest) forget(node);
    },
    peopleAt(key) {
      const elsewhere = [...remote.values()].flatMap(({ state }) => state.get(key) ?? []);
      return merged([...localAt(key), ...elsewhere]);
    },
    localAt,
    keyOf: (socketId) => local.get(socketId)?.key ?? null,
    socketsAt: (key) => [...(byKey.get(key) ?? [])],
    get localKeys() {
      return [...byKey.keys()];
    },
    takeChanges() {
      const taken = { local: [...changedHere], all: [...changed] };
      changedHere.clear();
      changed.clear();
      return taken;
    },
  };
}

/** Each user once, by id; writing if they write in any of their windows. */
function merged(people: readonly PresentPerson[]): readonly PresentPerson[] {
  const byId = new Map<number, PresentPerson>();
  for (const person of people) {
    const writing = person.writing || (byId.get(person.id)?.writing ?? false);
    byId.set(person.id, { ...person, writing });
  }
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
}
