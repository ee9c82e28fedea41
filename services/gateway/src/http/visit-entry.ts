import { DomainError, type RouteContract } from '@skyshelf/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Entry, OpenLinks } from '../application/visits/open-links.js';
import { readVisit } from '../application/visits/open-visit.js';
import { RefusedFor, type Visit, type VisitDeps } from '../application/visits/visit-deps.js';
import { cookieValue } from '../domain/presented-token.js';
import type { VisitCookie } from './cookies.js';

/** A secret stands in the address of a link's page, and nothing of it is for search engines. */
export const visitHeaders = [
  ['referrer-policy', 'no-referrer'],
  ['x-robots-tag', 'noindex, nofollow, noarchive'],
] as const;

export interface VisitEntryDeps {
  deps: VisitDeps;
  links: OpenLinks;
  cookie: VisitCookie;
}

/** Calls that open to a link can be made below it, too. */
export const isVisited = ({ opens = [], service }: RouteContract): boolean =>
  service !== 'gateway' && (opens.includes('share') || opens.includes('drop'));

/** The cookie of the link says who calls: neither a session of the visitor nor a token counts. */
export function visitOf(
  { deps, cookie }: Pick<VisitEntryDeps, 'deps' | 'cookie'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  share: string,
): Visit {
  const value = cookieValue(headers.cookie, cookie.name(share));
  const visit = value === null ? null : readVisit(deps, share, value);
  if (!visit) throw new DomainError('share.not-found');
  return visit;
}

/**
 * Turns a visitor's request into one with the link's token, for the same call without the link's prefix.
 * @throws DomainError `share.not-found`, `share.traffic-used-up`, `share.downloads-used-up`
 */
export async function enterVisit(
  entry: VisitEntryDeps,
  contract: RouteContract,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { share } = request.params as { share: string };
  const visit = visitOf(entry, request, share);
  const entered = await saysWhen(reply, () => entry.links.enter(visit));
  if (contract.right === 'download') await countDownload(entry.deps, visit, entered, request, reply);
  const { raw } = request;
  raw.headers.authorization = `Bearer ${entered.token}`;
  raw.headers.cookie = undefined;
  raw.url = request.url.replace(/^\/s\/-\/[^/?#]+/, '');
  followResponse(entry.links, visit, reply);
}

/** A refusal that has an end is sent with it. */
export async function saysWhen<A>(reply: Pick<FastifyReply, 'header'>, run: () => Promise<A>): Promise<A> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusedFor) reply.header('retry-after', String(Math.ceil(error.waitMs / 1000)));
    throw error;
  }
}

function followResponse(links: OpenLinks, visit: Visit, { raw, request }: FastifyReply): void {
  const { socket } = request.raw;
  const before = socket.bytesWritten;
  const done = links.follow(visit, {
    sent: () => socket.bytesWritten - before,
    cut: () => void socket.destroy(),
  });
  raw.once('close', done);
}

const LATER_RANGE = /^bytes=[1-9]\d*-\d*$/;

/**
 * A download counts where its first byte is asked for; what is answered without bytes is taken back. Where there is a
 * limit, only who has begun a download gets a later range of it.
 */
async function countDownload(
  { shares, begun }: Pick<VisitDeps, 'shares' | 'begun'>,
  visit: Visit,
  { share: { drive, id, download, downloadLimit } }: Entry,
  { method, headers: { range }, url }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  if (method === 'HEAD' || !download) return;
  if (range !== undefined && LATER_RANGE.test(range)) {
    if (downloadLimit === null || (await begun.has(visit, url))) return;
    throw new DomainError('share.downloads-used-up');
  }
  if (!(await shares.count(drive, id, 'downloads', downloadLimit)))
    throw new DomainError('share.downloads-used-up');
  if (downloadLimit !== null) await begun.note(visit, url);
  raw.once('close', () => {
    const isSent = raw.statusCode === 200 || raw.statusCode === 206;
    if (!isSent || !raw.headersSent) void shares.takeBack(drive, id, 'downloads').catch(() => {});
  });
}
