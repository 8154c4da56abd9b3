/** A user who has a thing open. */
export interface PresentPerson {
  /** Of the admin. */
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly writing: boolean;
}

/** The thing that a user has open: `<plugin>.<kind>/<id>`. */
export type PresenceKey = string;

/** The people at each record, as another node reports them. */
export type NodeState = readonly (readonly [PresenceKey, readonly PresentPerson[]])[];

interface LocalEntry {
  readonly key: PresenceKey;
  readonly person: PresentPerson;
  readonly at: number;
}

/** The people who have a record open, as this node knows: over its own sockets, each with one record, and from other nodes. */
export interface PresenceBoard {
  /** A socket has a thing open; it has one at a time. */
  put(socketId: string, key: PresenceKey, person: PresentPerson): void;
  remove(socketId: string): void;
  /** Another node says who is at some things there; a whole state says that there are no others. */
  putNode(node: string, state: NodeState, isWhole: boolean): void;
  /** Removes the sockets and the nodes without a recent message. */
  expire(): void;
  /** The people at a thing on all nodes, each once. */
  peopleAt(key: PresenceKey): readonly PresentPerson[];
  /** The people at a thing by the sockets of this node. */
  localAt(key: PresenceKey): readonly PresentPerson[];
  keyOf(socketId: string): PresenceKey | null;
  /** The sockets of this node at a thing. */
  socketsAt(key: PresenceKey): readonly string[];
  readonly localKeys: readonly PresenceKey[];
  /** The things whose people have changed since this was read last. */
  takeChanges(): { readonly local: readonly PresenceKey[]; readonly all: readonly PresenceKey[] };
}

/** How long a user counts as there without a sign of life, in milliseconds: a closed lid says nothing. */
export const presenceExpiryMs = 6000;

/**
 * Makes a board; `now` is a clock in milliseconds.
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
        if (JSON.stringify(known.get(key) ?? []) !== JSON.stringify(people)) changed.add(key);
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

/** Each person once, writing where they write in any of their windows; in the order of their ids. */
function merged(people: readonly PresentPerson[]): readonly PresentPerson[] {
  const byId = new Map<number, PresentPerson>();
  for (const person of people) {
    const writing = person.writing || (byId.get(person.id)?.writing ?? false);
    byId.set(person.id, { ...person, writing });
  }
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
}
