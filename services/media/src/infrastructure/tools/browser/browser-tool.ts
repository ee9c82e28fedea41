import { constants } from 'node:fs';
import { chmod, mkdir, open, writeFile } from 'node:fs/promises';
import { DomainError } from '@skyshelf/contracts';
import { guardedStream, startVettingProxy, type GuardLimits, type OutboundRules } from '@skyshelf/outbound';
import type { Tool, Workspace } from '../../../application/kind.js';
import { onClock, workClock, type WorkClock } from '../../../application/work-clock.js';
import { JobRefusal, TryFailure } from '../../../domain/refusal.js';
import { runTool, ToolExit, type ToolRun } from '../run-tool.js';
import { browserArguments, MAKERS_HOSTS, type PageVisit } from './browser-arguments.js';
import { BROWSER, findBrowserWrapper, grantToBrowser } from './browser-wrapper.js';

const MEBIBYTE = 1024 * 1024;
const HINT =
  'Pictures of websites are off. They need chromium, and a machine on which its sandbox works: apt-get install chromium.';
const NOT_SHOWN = 'No picture could be made of this page.';

const PAGE_LIMITS = {
  answerMs: 10_000,
  loadingMs: 8000,
  /** The time of work from the first request on: a script may have no end. */
  visitMs: 15_000,
  nice: 15,
};
const MAX_REDIRECTS = 8;
/** Of all a visit fetches, and of each file it writes. */
const MAX_VISIT_BYTES = 50 * MEBIBYTE;
const MAX_PICTURE_BYTES = 20 * MEBIBYTE;
const limits = { cpuSeconds: 60, memoryMb: 2048, expectedMb: 350, fileBytes: 64 * MEBIBYTE };

export interface BrowserTool extends Tool {
  /**
   * Renders the page as a new visitor without cookies sees it.
   * @returns path of the PNG
   * @throws JobRefusal without a page to see; TryFailure when it is too slow, out of reach now, or gives no
   * picture
   */
  screenshot(url: string, workspace: Workspace, signal: AbortSignal): Promise<string>;
}

/**
 * @param rules of tests
 * @param pageLimits of tests
 */
export function createBrowserTool(rules: Partial<OutboundRules> = {}, pageLimits = PAGE_LIMITS): BrowserTool {
  const { answerMs, loadingMs, visitMs, nice } = pageLimits;
  const whom: OutboundRules = { trusted: new Set(), ...rules, protocols: ['http:', 'https:'] };
  return {
    name: 'website',
    check: async () => ((await findBrowserWrapper()) ? { status: 'ok' } : { status: 'off', hint: HINT }),
    async screenshot(url, workspace, signal) {
      const wrapper = await findBrowserWrapper();
      if (!wrapper) throw new DomainError('service.unavailable', { message: HINT });
      await requirePage(url, { ...whom, timeoutMs: answerMs, signal });
      const visit = new AbortController();
      const clock = workClock();
      const time = visitTime(clock, visitMs, () => visit.abort(new TryFailure('tooSlow')));
      const proxy = await startVettingProxy({
        ...whom,
        maxBytes: MAX_VISIT_BYTES,
        maxConnections: 100,
        idleMs: visitMs,
        refusedHosts: MAKERS_HOSTS,
        onAsked: time.asked,
      });
      try {
        const run: BrowserRun = {
          wrapper,
          limits: { ...limits, nice },
          signal: AbortSignal.any([signal, visit.signal]),
        };
        return await onClock(clock, () => picture({ url, proxy: proxy.url, loadingMs }, workspace, run));
      } finally {
        time.end();
        await proxy.close();
      }
    },
  };
}

/** A browser would picture its own error page. */
async function requirePage(url: string, rules: Omit<GuardLimits, 'maxBytes'>): Promise<void> {
  try {
    const asked = { ...rules, maxBytes: Infinity, maxRedirects: MAX_REDIRECTS };
    const { status, headers, body } = await guardedStream(url, { ...asked, accept: 'text/html' });
    body.destroy();
    if (status >= 400 || !/^(?:text\/html|application\/xhtml\+xml)/i.test(headers['content-type'] ?? ''))
      throw new Error(`Status ${status}, ${headers['content-type']}.`);
  } catch (error) {
    rules.signal?.throwIfAborted();
    // Not the error itself as cause: one site's trouble is no outage.
    if (isPassing(error)) throw new TryFailure('tooSlow', new Error(String(error)), NOT_SHOWN);
    throw new JobRefusal(NOT_SHOWN, error);
  }
}

type BrowserRun = Pick<ToolRun, 'wrapper' | 'limits' | 'signal'>;

async function picture(
  shown: Pick<PageVisit, 'url' | 'proxy' | 'loadingMs'>,
  workspace: Workspace,
  run: BrowserRun,
): Promise<string> {
  // Another user's browser passes through our folder to its own.
  const folder = workspace.path('visit');
  await mkdir(folder, { mode: 0o700 });
  await chmod(workspace.folder, 0o711);
  await grantToBrowser(folder);
  const target = `${folder}/page.png`;
  const args = browserArguments({ ...shown, folder, target });
  const { errors } = await runTool({ program: BROWSER, args, folder, ...run });
  const path = workspace.path('page.png');
  await writeFile(path, await readPicture(target, errors), { mode: 0o600 });
  return path;
}

/** A browser taken over could have put a link to another's file here, or something endless. */
async function readPicture(path: string, errors: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw new JobRefusal(NOT_SHOWN, error);
      // It ends well also without a page.
      throw new TryFailure('died', new ToolExit(BROWSER, 0, null, errors), NOT_SHOWN);
    },
  );
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > MAX_PICTURE_BYTES) throw new JobRefusal(NOT_SHOWN);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Of node:net and node:dns, about this moment: reset, refused, too late, no resolver. */
const passingCodes = new Set([
  'ABORT_ERR',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]);

/** May soon be over, unlike an answer or a wrong address. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && passingCodes.has(error.code);

interface VisitTime {
  /** The first request begins its time. */
  asked(): void;
  end(): void;
}

/** Counts the browser's work, so that a busy machine gives no page up. */
function visitTime(clock: WorkClock, mostMs: number, over: () => void): VisitTime {
  let end: (() => void) | undefined;
  return {
    asked: () => {
      if (end) return;
      const effort = clock.effort();
      end = clock.onLook(() => effort() > mostMs && over());
    },
    end: () => end?.(),
  };
}
