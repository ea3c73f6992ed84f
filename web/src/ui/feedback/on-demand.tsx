import { type ComponentType, createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

/** Shown in place of a component that is being loaded. */
export const LoadingContext = createContext<ReactNode>(null);

interface Loaded<Props> {
  Content?: ComponentType<Props>;
  error?: unknown;
}

/**
 * Makes a component whose code is loaded when it is first rendered, inside a `LazyPart`. `React.lazy` does the same
 * with Suspense, which shows a fallback for at least 300 ms: most code is here sooner.
 */
export function onDemand<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let isRequested = false;
  let loaded: Loaded<Props> = {};
  const listeners = new Set<() => void>();
  const set = (next: Loaded<Props>) => {
    loaded = next;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const request = () => {
    if (isRequested) return;
    isRequested = true;
    load().then(
      (module) => set({ Content: module.default }),
      (error: unknown) => set({ error }),
    );
  };
  return function OnDemand(props: Props) {
    const loading = useContext(LoadingContext);
    const { Content, error } = useSyncExternalStore(subscribe, () => loaded);
    request();
    // The boundary of the part says that it could not load.
    if (error !== undefined) throw error;
    return Content ? <Content {...props} /> : loading;
  };
}
