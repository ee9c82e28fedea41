import type { Page } from 'playwright';

/**
 * Whether the bytes of all that is still to come would outlive the page. Before that a file would have to be
 * chosen again.
 */
export const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opened = indexedDB.open('skyshelf-uploads');
        opened.onsuccess = () => {
          const stores = ['uploads', 'copies', 'handles'];
          const read = opened.result.transaction(stores);
          const counts = stores.map((name) => read.objectStore(name).count());
          read.oncomplete = () => {
            opened.result.close();
            const [rows = 0, copies = 0, handles = 0] = counts.map(({ result }) => result);
            resolve(rows > 0 && copies + handles >= rows);
          };
        };
      }),
  );
