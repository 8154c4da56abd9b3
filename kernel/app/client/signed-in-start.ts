import type { ReactNode } from 'react';
import { session } from '#kernel/client/session/session-store.ts';
import { loadShell } from './boot.ts';
import { beginFirstPage } from './first-page.ts';

/** The view of a signed-in admin, loading or loaded. */
interface Start {
  readonly admin: typeof session.admin;
  readonly ended: Promise<ReactNode>;
  view: ReactNode;
}

/** The start that began before the first render, until it is shown. */
let first: Start | null = null;

function begin(): Start {
  const firstPage = beginFirstPage();
  const ended = loadShell().then(({ prepareShell }) => prepareShell(firstPage));
  return { admin: session.admin, ended, view: null };
}

/**
 * Loads the signed-in part before the first render, so that it can be rendered first. Resolves when it is ready or has
 * failed.
 */
export async function startSignedIn(): Promise<void> {
  const started = begin();
  first = started;
  // The error reaches the caller of `renderSignedIn`.
  started.view = await started.ended.catch(() => null);
}

/** The signed-in view if it is ready for the current session, else null. */
export function signedInView(): ReactNode {
  return first?.admin === session.admin ? (first?.view ?? null) : null;
}

/** Loads the signed-in part, or joins the load under way; rejects if its code fails to load. */
export function renderSignedIn(): Promise<ReactNode> {
  const started = first?.admin === session.admin ? first : null;
  first = null;
  return (started ?? begin()).ended;
}
