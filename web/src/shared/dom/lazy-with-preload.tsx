import { useEffect, useState, type ComponentType } from 'react';

export interface PreloadableComponent<Props extends object = object> {
  (props: Props): React.ReactNode;
  load(): Promise<void>;
}

/**
 * Unlike Suspense, which holds back for up to 300 ms.
 * @throws {Error} when drawn, if its code can't be fetched
 */
export const lazyWithPreload = <Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
): PreloadableComponent<Props> => {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const load = (): Promise<void> =>
    (coming ??= fetch().then(
      (module) => void (loaded = module.default),
      (failure: unknown) => {
        coming = null;
        throw failure;
      },
    ));
  const Late = (props: Props) => {
    const [, draw] = useState(0);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      if (!loaded) load().then(() => draw(1), setFailure);
    }, []);
    if (failure !== null) throw failure;
    const Loaded = loaded;
    return Loaded && <Loaded {...props} />;
  };
  return Object.assign(Late, { load });
};
