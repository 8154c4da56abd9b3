import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { ListDocument } from '../data/first-read.ts';
import { type Loader, loadOnce } from '../ui/overlays/lazy-component.ts';

/** A page whose code is loaded when it is opened, or earlier by `load`. */
export type LazyPage = LazyExoticComponent<ComponentType> &
  Loader<ComponentType> & { readonly firstRead: ListDocument | undefined };

/**
 * Creates a page whose code is loaded when it is opened. Unlike `React.lazy` alone, it is shown as soon as it is loaded:
 * React delays content after the placeholder of a `Suspense` by 0.3 s. `firstRead` is the document with which the page reads
 * what its route declares as `firstRead`: if the response arrives before the shell is ready, the page is rendered with it.
 *
 * @example defineClient(streets, { pages: { list: lazyPage(async () => (await import('./pages/list.tsx')).ListPage) } })
 */
export function lazyPage(load: () => Promise<ComponentType>, firstRead?: ListDocument): LazyPage {
  const loader = loadOnce(load);
  return Object.assign(
    lazy(async () => ({ default: await loader.load() })),
    { ...loader, firstRead },
  );
}

/** Whether a page was created by {@link lazyPage}. */
export function isLazyPage(page: ComponentType): page is LazyPage & ComponentType {
  return 'loaded' in page;
}
