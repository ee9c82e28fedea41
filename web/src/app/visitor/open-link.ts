import type { OpenedShare } from '@skyshelf/contracts/browser';
import { beginVisit, below } from '../../shared/session/visit.js';
import { type FirstView, pathOfPage } from './first-view.js';
import { Refusal, send } from './share-calls.js';

// The build writes this script into the page's head: it asks for what is shown first before other scripts are there.
const token = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const KEY = 'skyshelf:visit';
/** The opening takes no longer one: such a folder is listed afterwards. */
const LONGEST_PATH = 1000;

/** A reload opens nothing again while the cookie is good. */
async function openAgain(path: string | undefined): Promise<OpenedShare | null> {
  const [of, id] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  if (of !== token || !id) return null;
  beginVisit(id);
  const query = path === undefined ? '' : `?path=${encodeURIComponent(path)}`;
  return send<OpenedShare>('GET', below('/api/share') + query).catch(() => null);
}

async function open(password?: string): Promise<FirstView> {
  try {
    const path = pathOfPage();
    const asked = path.length <= LONGEST_PATH ? path : undefined;
    const again = password === undefined ? await openAgain(asked) : null;
    const share =
      again ??
      (await send<OpenedShare>('POST', `/s/${encodeURIComponent(token)}/open`, { password, path: asked }));
    beginVisit(share.id);
    sessionStorage.setItem(KEY, `${token} ${share.id}`);
    return { share, path };
  } catch (failure) {
    if (failure instanceof Refusal) return { code: failure.code, message: failure.message };
    throw failure;
  }
}

window.link = { token, open, first: open() };
