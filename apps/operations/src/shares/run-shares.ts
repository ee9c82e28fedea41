import { createHash } from 'node:crypto';
import { catalogCalls, DomainError, shareToken, type ListedShare } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';
import { table, type Report } from '../report.js';

/** Order: by drive. */
export async function showShares(
  { peers }: Installation,
  { limit }: { limit: number },
): Promise<{ shares: ListedShare[] } & Report> {
  const { shares } = await ask(peers, catalogCalls.allShares, { query: { limit } });
  const lines = shares.map(({ drive, id, created, state, elements, opened, downloads, received }) => [
    drive,
    id,
    `since ${created}`,
    state,
    `${elements} elements`,
    `opened ${opened} times`,
    received === undefined ? `${downloads} downloads` : `${received} files received`,
  ]);
  return { shares, text: lines.length === 0 ? 'There are no links' : table(lines), exitCode: 0 };
}

/** @throws DomainError `input.invalid` for what is no address of a link */
export async function endShare(
  { peers }: Installation,
  { address }: { address: string },
): Promise<{ ended: boolean } & Report> {
  const token = /(?:^|\/s\/)([^/?#]+)\/?(?:[?#].*)?$/.exec(address)?.[1];
  if (!shareToken.safeParse(token).success)
    throw new DomainError('input.invalid', { message: 'Give the address of a link: …/s/<22 characters>.' });
  const hash = createHash('sha256').update(String(token)).digest('base64url');
  const { ended } = await ask(peers, catalogCalls.closeShare, { body: { hash } });
  return { ended, text: ended ? 'The link has ended' : 'There is no such link', exitCode: ended ? 0 : 1 };
}
