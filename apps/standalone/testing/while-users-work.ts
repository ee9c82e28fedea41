import { routes } from '@skyshelf/contracts';
import type { ShelfUser } from './running-shelf.js';

/**
 * Does something while each of these people adds and deletes files and folders, without a pause. @throws what
 * any of them was refused
 */
export async function whileUsersWork<T>(
  people: readonly ShelfUser[],
  meanwhile: () => Promise<T>,
): Promise<T> {
  let working = true;
  const work = async ({ client, file, folder }: ShelfUser): Promise<void> => {
    for (let n = 0; working; n += 1) {
      const [added, made] = await Promise.all([file(`${n}.zip`), folder(`Folder ${n}`)]);
      const arr = n % 2 === 0 ? [added._id] : [made._id, added._id];
      await client.call(routes.deleteElements, { body: { url: '/', arr } });
    }
  };
  const all = Promise.all(people.map(work));
  // Else it counts as no one's when `in the meantime` fails first.
  all.catch(() => undefined);
  try {
    return await meanwhile();
  } finally {
    working = false;
    await all;
  }
}
