import { lazyWithPreload } from '../../shared/dom/lazy-with-preload.js';
import { useSession } from '../../shared/session/current-session.js';
import { Burger } from '../header/header.js';
import { hasAcceptedCookies } from './bottom-banner.js';

const parts = () => import('./shell-parts.js');
const CookieBanner = lazyWithPreload(async () => ({ default: (await parts()).CookieBanner }));
const VisitorBar = lazyWithPreload(async () => ({ default: (await parts()).VisitorBar }));

const SPARE_TIME_MS = 3000;
const Prompts = lazyWithPreload(async () => {
  await new Promise((resolve) => setTimeout(resolve, SPARE_TIME_MS));
  return await import('../prompts/prompts.js');
});

export const DeferredShell = () => {
  const signedIn = useSession() !== null;
  return (
    <>
      {signedIn ? <Prompts /> : <VisitorBar menu={<Burger />} />}
      {!hasAcceptedCookies() && <CookieBanner />}
    </>
  );
};
