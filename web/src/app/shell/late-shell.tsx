import { late } from '../../shared/dom/late.js';
import { useSession } from '../../shared/session/current-session.js';
import { Burger } from '../header/header.js';
import { knowsCookies } from './bottom-banner.js';

const parts = () => import('./shell-parts.js');
const CookieBanner = late(async () => ({ default: (await parts()).CookieBanner }));
const VisitorBar = late(async () => ({ default: (await parts()).VisitorBar }));

const SPARE_TIME_MS = 3000;
const Prompts = late(async () => {
  await new Promise((resolve) => setTimeout(resolve, SPARE_TIME_MS));
  return await import('../prompts/prompts.js');
});

export const LateShell = () => {
  const signedIn = useSession() !== null;
  return (
    <>
      {signedIn ? <Prompts /> : <VisitorBar menu={<Burger />} />}
      {!knowsCookies() && <CookieBanner />}
    </>
  );
};
