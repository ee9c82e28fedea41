const PREFIX = 'skyshelf-uploads:';
const TAB_KEY = 'skyshelf:upload-tab';
/** Milliseconds a reload may take before another tab takes over. */
const COMING_BACK_MS = 3000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Held until the page goes. */
const hold = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(PREFIX + name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => undefined);
    });
  });

/** The tab holds a lock of this name, kept by a reload; a duplicated tab takes another. Null without locks. */
export async function ownTab(newName: () => string): Promise<string | null> {
  if (!('locks' in navigator)) return null;
  const before = sessionStorage.getItem(TAB_KEY);
  for (const name of [before, before, newName()]) {
    if (name === null) continue;
    if (await hold(name)) {
      sessionStorage.setItem(TAB_KEY, name);
      return name;
    }
    // The page before may still be on its way out.
    await pause(300);
  }
  return null;
}

export async function whenGone(tab: string): Promise<void> {
  for (;;) {
    await navigator.locks.request(PREFIX + tab, () => undefined);
    await pause(COMING_BACK_MS);
    if (await hold(tab)) return;
  }
}

export async function liveTabs(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
}
