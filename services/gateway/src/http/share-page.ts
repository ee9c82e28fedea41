import type { FastifyInstance } from 'fastify';
import { findOpenShare } from '../application/visits/open-visit.js';
import { isPreviewRobot, previewPage } from '../domain/share-pages.js';
import { loadPage, type IndexPage } from './index-page.js';
import { addHeaders, pageHeaders } from './security-headers.js';
import { visitHeaders, type VisitEntryDeps } from './visit-entry.js';
import { sendPage } from './web-page.js';

interface SharePageDeps {
  /** Served where the build has none for visitors. */
  page: IndexPage;
  visits: VisitEntryDeps;
  webRoot: string | null;
  publicUrl: string;
  /** The origins of players that a page may show. */
  frames: readonly string[];
  /** Parts of files that a link receives go there. */
  partsOrigin: string | null;
}

/** The same page for every address: whether there is a link, it learns by opening it. */
export async function serveSharePage(
  fastify: FastifyInstance,
  { page, visits, webRoot, publicUrl, frames, partsOrigin }: SharePageDeps,
): Promise<void> {
  const shown = (await loadPage(webRoot, 'share.html')) ?? page;
  const neighbours = { partsOrigin, frames, paymentOrigin: null };
  const headers = pageHeaders(publicUrl, shown.scriptHashes, neighbours).filter(
    ([name]) => name !== 'referrer-policy',
  );
  fastify.get<{ Params: { token: string } }>('/s/:token', async (request, reply) => {
    addHeaders(reply, [...visitHeaders, ...headers]);
    if (!isPreviewRobot(request.headers['user-agent'])) {
      sendPage(shown, request, reply);
      return reply;
    }
    const share = await findOpenShare(visits.deps, request.params.token);
    const title = share && !share.password ? share.title : null;
    return reply.type('text/html; charset=utf-8').send(previewPage(title));
  });
}
