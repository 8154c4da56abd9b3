import { createElement, useEffect, useState, type ComponentType } from 'react';

/** A component whose code loads when it is first needed. */
export interface LazyComponent<Props extends object> {
  readonly Component: ComponentType<Props>;
  /** Loads the code ahead, such as when the pointer enters the button. */
  readonly preload: () => void;
  /** The component once it is wanted and loaded, for a caller that renders something else until then. */
  readonly useLoaded: (wanted: boolean) => ComponentType<Props> | null;
}

/**
 * Like `React.lazy`, but renders nothing while it loads; a failed download (a slow line, a new release) is reported and
 * retried the next time instead of breaking the page.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let pending: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;

  async function fetchPart(): Promise<ComponentType<Props>> {
    try {
      pending ??= load();
      loaded = await pending;
      return loaded;
    } catch (error) {
      pending = null;
      throw error;
    }
  }

  function useLoaded(wanted: boolean): ComponentType<Props> | null {
    const [component, setComponent] = useState(() => (wanted ? loaded : null));
    useEffect(() => {
      let gone = false;
      if (wanted && component === null) {
        fetchPart().then((part) => gone || setComponent(() => part), reportError);
      }
      return () => {
        gone = true;
      };
    }, [wanted, component]);
    return component;
  }

  function Component(props: Props) {
    const component = useLoaded(true);
    return component === null ? null : createElement(component, props);
  }

  return { Component, preload: () => void fetchPart().catch(reportError), useLoaded };
}
