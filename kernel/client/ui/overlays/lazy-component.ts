import { createElement, useEffect, useState, type ComponentType } from 'react';

/** A component whose code loads when it is first needed. */
export interface LazyComponent<Props extends object> {
  readonly Component: ComponentType<Props>;
  /** Preloads the code, for example when the pointer enters a button. */
  readonly preload: () => void;
  /** Returns the component once it is wanted and loaded, for a caller that renders something else until then. */
  readonly useLoaded: (isNeeded: boolean) => ComponentType<Props> | null;
}

/** A value that is loaded once; a failed load can be repeated. */
export interface Loader<Value> {
  readonly load: () => Promise<Value>;
  /** The value, if it is loaded. */
  readonly loaded: () => Value | null;
}

/** Loads a value on first use. */
export function loadOnce<Value>(load: () => Promise<Value>): Loader<Value> {
  let pending: Promise<Value> | null = null;
  let value: Value | null = null;
  return {
    async load() {
      try {
        pending ??= load();
        value = await pending;
        return value;
      } catch (error) {
        pending = null;
        throw error;
      }
    },
    loaded: () => value,
  };
}

/**
 * Like `React.lazy`, but renders nothing while loading. A failed download (slow connection, new release) is reported
 * and retried on the next use instead of breaking the page.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const { load: fetchPart, loaded } = loadOnce(load);

  function useLoaded(isNeeded: boolean): ComponentType<Props> | null {
    const [component, setComponent] = useState(() => (isNeeded ? loaded() : null));
    useEffect(() => {
      let gone = false;
      if (isNeeded && component === null) {
        fetchPart().then((part) => gone || setComponent(() => part), reportError);
      }
      return () => {
        gone = true;
      };
    }, [isNeeded, component]);
    return component;
  }

  function Component(props: Props) {
    const component = useLoaded(true);
    return component === null ? null : createElement(component, props);
  }

  return { Component, preload: () => void fetchPart().catch(reportError), useLoaded };
}
