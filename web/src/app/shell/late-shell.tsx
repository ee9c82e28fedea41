import { late } from '../../shared/dom/late.js';
import { useSession } from '../../shared/session/current-session.js';
import { Burger } from './burger.js';
import { knowsCookies } from './cookies-known.js';

const parts = () => import('./shell-parts.js');
const CookieBanner = late(async () => ({ default: (await parts()).CookieBanner }));
const VisitorBar = late(async () => ({ default: (await parts()).VisitorBar }));

/** What stands over the pages, fetched after them. */
export const LateShell = () => (
  <>
    {useSession() === null && <VisitorBar menu={<Burger />} />}
    {!knowsCookies() && <CookieBanner />}
  </>
);
