const PREFIX = 'skyshelf-uploads:';
const TAB_KEY = 'skyshelf:upload-tab';
/** So long a page that is loaded again has to come back before another tab takes its uploads. */
const COMING_BACK_MS = 3000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks for a lock and answers whether it is ours; then it is until the page goes. */
const hold = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(PREFIX + name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<never>(() => undefined);
    });
  });

/**
 * The name of this tab, which a reload keeps. The tab holds the lock of that name as long as it lives, so the others
 * see when it is gone. A tab that was duplicated takes another name. Null where browsers have no locks: then nothing
 * can be taken over.
 */
export async function ownTab(newName: () => string): Promise<string | null> {
  if (!('locks' in navigator)) return null;
  const before = sessionStorage.getItem(TAB_KEY);
  for (const name of [before, before, newName()]) {
    if (name === null) continue;
    if (await hold(name)) {
      sessionStorage.setItem(TAB_KEY, name);
      return name;
    }
    // The page that was here a moment ago may still be on its way out.
    await pause(300);
  }
  return null;
}

/** Waits until another tab is gone and stays away, then answers once: what was its work is ours now. */
export async function whenGone(tab: string): Promise<void> {
  for (;;) {
    await navigator.locks.request(PREFIX + tab, () => undefined);
    await pause(COMING_BACK_MS);
    if (await hold(tab)) return;
  }
}

/** The names of the tabs that live now. */
export async function liveTabs(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
}
