import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@skyshelf/contracts';
import type { Shelf } from './filled-drives.js';

/** The pause between two commands of a quick user. */
const PAUSE_MS = 50;

/** Names of one length: the bytes of the drive stay what they are. */
export const workName = (turn: number): string => `work ${1000 + turn}`;

/**
 * A user renames and tags an element, one command after the other, while something large goes on in the drive.
 * @param patient errors are part of it: the product is being killed
 * @returns what each command took, milliseconds
 */
export async function whileUserWorks<T>(
  shelf: Pick<Shelf, 'client'>,
  id: string,
  large: () => Promise<T>,
  { patient = false } = {},
): Promise<{ result: T; milliseconds: number[] }> {
  const milliseconds: number[] = [];
  let over = false;
  const work = async () => {
    for (let turn = 1; !over; turn += 1) {
      const began = performance.now();
      const obj = turn % 2 === 0 ? { linkname: workName(turn) } : { linktag: [`tag ${turn}`] };
      await shelf.client.call(routes.editElement, { body: { url: '/', id, obj } }).catch((error: unknown) => {
        if (!patient) throw error;
      });
      milliseconds.push(performance.now() - began);
      await pause(PAUSE_MS);
    }
  };
  const worker = work();
  try {
    const result = await large();
    over = true;
    await worker;
    return { result, milliseconds };
  } finally {
    over = true;
    await worker.catch(() => undefined);
  }
}
