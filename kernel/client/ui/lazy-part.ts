import { createElement, useEffect, useState, type ComponentType } from 'react';

/** A part whose code comes when it is first needed. */
export interface LazyPart<Props extends object> {
  readonly Part: ComponentType<Props>;
  /** Fetches the code ahead, such as when the pointer nears the button. */
  readonly preload: () => void;
}

/**
 * Like `React.lazy`, but shows nothing while it waits, and a failed download (a slow line, a new release) is reported
 * and tried again the next time instead of breaking the page.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
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

  function Part(props: Props) {
    const [component, setComponent] = useState(() => loaded);
    useEffect(() => {
      let gone = false;
      if (component === null) {
        fetchPart().then((part) => gone || setComponent(() => part), reportError);
      }
      return () => {
        gone = true;
      };
    }, [component]);
    return component === null ? null : createElement(component, props);
  }

  return { Part, preload: () => void fetchPart().catch(reportError) };
}
