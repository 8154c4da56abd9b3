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

/** The start that began before anything was drawn, until it is shown. */
let first: Start | null = null;

function begin(): Start {
  const firstPage = beginFirstPage();
  const ended = loadShell().then(({ prepareShell }) => prepareShell(firstPage));
  return { admin: session.admin, ended, view: null };
}

/** Starts the signed-in part while nothing is drawn yet, so that it can be the first drawing; resolves when it is ready, or failed. */
export async function startSignedIn(): Promise<void> {
  const started = begin();
  first = started;
  // The caller that shows it gets the failure.
  started.view = await started.ended.catch(() => null);
}

/** The signed-in view if it is ready; null for another session. */
export function signedInView(): ReactNode {
  return first?.admin === session.admin ? (first?.view ?? null) : null;
}

/** Gives the signed-in part to the caller that shows it, started where it is not under way; rejects where its code does not come. */
export function renderSignedIn(): Promise<ReactNode> {
  const started = first?.admin === session.admin ? first : null;
  first = null;
  return (started ?? begin()).ended;
}
