import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DomainError,
  limits,
  type DriveId,
  type OpenedShare,
  type OpenShare,
  type ShownFolder,
} from '@skyshelf/contracts';
import { isPassword } from '@skyshelf/tokens';
import { z } from 'zod';
import type { OpenLinks } from './open-links.js';
import type { PasswordQueue } from './password-queue.js';
import { RefusedFor, type Visit, type VisitDeps } from './visit-deps.js';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** No account has it. */
const NO_DRIVE = 'none' as DriveId;

/**
 * The link of a token, null where it is unknown, ended, paused, expired, shows nothing any more, or its owner is
 * gone: the same work in each case.
 */
export async function findOpenShare(
  { shares, gateway }: Pick<VisitDeps, 'shares' | 'gateway'>,
  token: string,
): Promise<OpenShare | null> {
  const share = await shares.find(hashOf(token));
  const account = await gateway.accounts.ofDrive(share?.drive ?? NO_DRIVE);
  return account?.state === 'open' ? share : null;
}

export interface Opening {
  token: string;
  password: string | undefined;
  address: string;
  /** A folder to list. */
  path: string | undefined;
  /** The cookie of an earlier opening of this link by the same browser. */
  cookieOf(share: string): string | null;
}

/**
 * @throws DomainError `share.not-found`, `share.password-required`, `share.wrong-password`, `share.too-many-tries`
 */
export async function openVisit(
  deps: VisitDeps & { queue: PasswordQueue; links: OpenLinks },
  { token, password, address, path, cookieOf }: Opening,
): Promise<{ opened: OpenedShare; cookie: string; lastsMs: number }> {
  if (password !== undefined) await beginTry(deps, token, address);
  const share = await findOpenShare(deps, token);
  if (password === undefined) {
    if (!share) throw new DomainError('share.not-found');
    if (share.password) throw new DomainError('share.password-required');
  } else if (!(await isRight(deps, share, { token, password, address })) || !share)
    throw new DomainError(share ? 'share.wrong-password' : 'share.not-found');
  const now = deps.gateway.clock.now().getTime();
  const lastsMs = Math.min(
    limits.visitMs,
    share.expires === null ? Infinity : Date.parse(share.expires) - now,
  );
  const { drive, id, generation } = share;
  // Another tab goes on as the same visitor: what it sends is not cut off.
  const before = readVisit(deps, id, cookieOf(id) ?? '');
  const visitor = before?.visitor ?? randomBytes(12).toString('base64url');
  const visit = { drive, id, generation, visitor };
  const [folder] = await Promise.all([
    firstFolder(deps, visit, path),
    deps.shares.count(drive, id, 'opened', null),
  ]);
  return { opened: openedShare(share, folder), cookie: sealVisit(deps, visit, now + lastsMs), lastsMs };
}

/** Counted first: what is refused costs one write. */
async function beginTry({ tries }: Pick<VisitDeps, 'tries'>, token: string, address: string): Promise<void> {
  const waitMs = await tries.begin(hashOf(token), address);
  if (waitMs > 0) throw new RefusedFor('share.too-many-tries', waitMs);
}

/** A link without a password takes any, after the same work. */
async function isRight(
  { tries, queue }: VisitDeps & { queue: PasswordQueue },
  share: OpenShare | null,
  { token, password, address }: Pick<Opening, 'token' | 'address'> & { password: string },
): Promise<boolean> {
  const link = hashOf(token);
  const kept = share?.password ?? null;
  const isSame = await queue.run(`${link} ${address}`, () => isPassword(password, kept));
  if (isSame || (share && !kept)) {
    await tries.takeBack(link, address);
    return true;
  }
  await pause(await tries.noteWrong(link));
  return false;
}

/**
 * Goes on with a visit.
 * @throws DomainError `share.not-found`, `share.traffic-used-up`
 */
export async function readVisited(
  deps: Pick<VisitDeps, 'shares'> & { links: OpenLinks },
  visit: Visit,
  path: string | undefined,
): Promise<OpenedShare> {
  const { share } = await deps.links.enter(visit);
  return openedShare(share, await firstFolder(deps, visit, path));
}

/** null where it is not listed: the page asks for it again, and is told why. */
async function firstFolder(
  { links, shares }: Pick<VisitDeps, 'shares'> & { links: OpenLinks },
  visit: Visit,
  path: string | undefined,
): Promise<ShownFolder | null> {
  if (path === undefined) return null;
  try {
    const { share } = await links.enter(visit);
    return share.receives ? null : await shares.list(share, path === '/' ? `/${share.top ?? ''}` : path);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** Senders learn nothing of what is there. */
const openedShare = (share: OpenShare, folder: ShownFolder | null): OpenedShare => {
  const { id, title, note, expires, receives, top } = share;
  return receives
    ? { id, title, note, expires, download: false, roots: [], receives }
    : {
        id,
        title,
        note,
        expires,
        download: share.download,
        roots: [...share.roots],
        ...(top && { top }),
        ...(folder && { folder }),
      };
};

const sealed = z.tuple([z.string(), z.number(), z.string(), z.number()]);

const sealVisit = (
  { sealer }: Pick<VisitDeps, 'sealer'>,
  { drive, id, generation, visitor }: Visit,
  expires: number,
): string => sealer.seal(JSON.stringify([drive, generation, visitor, expires]), id);

/** null for a cookie of another link, another installation, or one that is over. */
export function readVisit(
  { sealer, gateway }: Pick<VisitDeps, 'sealer' | 'gateway'>,
  id: string,
  cookie: string,
): Visit | null {
  const text = sealer.open(cookie, id);
  if (text === null) return null;
  const [drive, generation, visitor, expires] = sealed.parse(JSON.parse(text));
  if (expires <= gateway.clock.now().getTime()) return null;
  return { drive: drive as DriveId, id, generation, visitor };
}
