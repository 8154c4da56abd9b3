import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { type Loader, loadOnce } from '../ui/overlays/lazy-component.ts';

/** A page whose code is fetched when it is opened, or ahead by `load`. */
export type LazyPage = LazyExoticComponent<ComponentType> & Loader<ComponentType>;

/**
 * A page whose code is fetched when it is opened. Unlike one of `React.lazy` alone it is shown as soon as it is there: React
 * holds back for 0.3 s what follows the placeholder of a `Suspense`.
 *
 * @example defineClient(streets, { pages: { list: lazyPage(async () => (await import('./pages/list.tsx')).ListPage) } })
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const loader = loadOnce(load);
  return Object.assign(
    lazy(async () => ({ default: await loader.load() })),
    loader,
  );
}

/** Whether a page is one of {@link lazyPage}, and not any other component. */
export function isLazyPage(page: ComponentType): page is LazyPage & ComponentType {
  return 'loaded' in page;
}
