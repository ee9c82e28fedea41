/** Import it first in tests that run in Node: the page's modules read these globals when they are loaded. */
export const keptItems = new Map<string, string>();

const storage = {
  getItem: (key: string) => keptItems.get(key) ?? null,
  setItem: (key: string, value: string) => void keptItems.set(key, value),
  removeItem: (key: string) => void keptItems.delete(key),
};
const addEventListener = (): void => undefined;
const matchMedia = () => ({ matches: false, addEventListener });
Object.assign(globalThis, {
  location: { pathname: '/', href: 'http://skyshelf.example/', origin: 'http://skyshelf.example' },
  addEventListener,
  matchMedia,
  localStorage: storage,
  sessionStorage: storage,
});
