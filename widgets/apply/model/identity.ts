import { sha256 } from '@noble/hashes/sha2.js';
import { CallError, type Api } from './api.ts';
import type { IdentityProblem, IdentityRequest } from './draft.ts';
import type { ApplyStore } from './state.ts';
import type { Tickets } from './tickets.ts';

/** Identification by OneID, in a window that the form opens. */
export interface Identity {
  /**
   * Requests the address of the window in advance, since a window that is opened after an asynchronous call
   * would be blocked.
   */
  prepare(): Promise<void>;
  /** Called when the window was opened. */
  opened(): void;
  /** Checks whether the result is available. */
  check(): Promise<void>;
  /** Stops waiting for the window. */
  cancel(): void;
}

/** How long the address of a window is valid, and how long an open window is awaited, in milliseconds. */
const addressMs = 5 * 3_600_000;
const waitMs = 15 * 60_000;

interface Parts {
  readonly api: Api;
  readonly store: ApplyStore;
  readonly tickets: Tickets;
}

/**
 * Creates the identification of a form. The secret is sent only to our server; the window's address carries
 * only its hash.
 */
export function createIdentity({ api, store, tickets }: Parts): Identity {
  let preparing = false;
  let checking = false;

  function end(problem: IdentityProblem | null): void {
    store.setDraft({ identity: null });
    store.set({ identityProblem: problem });
    void prepare();
  }

  async function prepare(): Promise<void> {
    const { identity, person } = store.state.draft;
    if (preparing || person || (identity && Date.now() < identity.until)) return;
    preparing = true;
    try {
      store.setDraft({ identity: await newWindow(api) });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      store.setDraft({ identity: null });
      store.set({ identityProblem: 'unavailable' });
    } finally {
      preparing = false;
    }
  }

  return {
    prepare,
    opened() {
      const { identity } = store.state.draft;
      if (!identity) return;
      store.set({ identityProblem: null });
      store.setDraft({ identity: { ...identity, openedAt: Date.now() } });
      tickets.prepare();
    },
    async check() {
      const { identity } = store.state.draft;
      if (checking || !identity || identity.openedAt === null) return;
      if (Date.now() > identity.openedAt + waitMs) return end('state');
      checking = true;
      try {
        const { state, problem, person } = await tickets.use((ticket) =>
          api.takeIdentity(ticket, identity.secret),
        );
        // The user may have cancelled during the await.
        if (store.state.draft.identity?.secret !== identity.secret) return;
        if (state === 'failed') end(problem ?? 'state');
        else if (state === 'done' && person) {
          store.setDraft({ person, identity: null });
          store.set({ identityProblem: null, problems: {} });
        }
      } catch (error) {
        // The check is repeated; a failure that also prevents sending is reported when the form is sent.
        if (!(error instanceof CallError)) throw error;
      } finally {
        checking = false;
      }
    },
    cancel: () => end(null),
  };
}

/** A window with its own secret. */
async function newWindow(api: Api): Promise<IdentityRequest> {
  const secret = textOf(crypto.getRandomValues(new Uint8Array(32)));
  const path = await api.openIdentity(textOf(sha256(new TextEncoder().encode(secret))));
  return { secret, path, until: Date.now() + addressMs, openedAt: null };
}

/** Bytes as base64url. */
function textOf(bytes: Uint8Array): string {
  let plain = '';
  for (const byte of bytes) plain += String.fromCharCode(byte);
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
