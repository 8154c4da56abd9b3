import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { ListDocument } from '../data/first-read.ts';
import { type Loader, loadOnce } from '../ui/overlays/lazy-component.ts';

/** A page whose code is fetched when it is opened, or ahead by `load`. */
export type LazyPage = LazyExoticComponent<ComponentType> &
  Loader<ComponentType> & { readonly firstRead: ListDocument | undefined };

/**
 * A page whose code is fetched when it is opened. Unlike one of `React.lazy` alone it is shown as soon as it is there: React
 * holds back for 0.3 s what follows the placeholder of a `Suspense`.
 *
 * `firstRead` is the document with which the page reads what its route declares as `firstRead`: where the response is there before
 * the shell, the page is drawn with it at once.
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

/** Whether a page is one of {@link lazyPage}, and not any other component. */
export function isLazyPage(page: ComponentType): page is LazyPage & ComponentType {
  return 'loaded' in page;
}
