import { late } from '../../shared/dom/late.js';
import { useSession } from '../../shared/session/current-session.js';
import { knowsCookies } from './cookies-known.js';

const CookieBanner = late(() => import('./cookie-banner.js'));
const VisitorBar = late(() => import('./visitor-bar.js'));

/** What stands over the pages, fetched after them. */
export const LateShell = () => (
  <>
    {useSession() === null && <VisitorBar />}
    {!knowsCookies() && <CookieBanner />}
  </>
);
