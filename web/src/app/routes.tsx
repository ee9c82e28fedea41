import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { lazyWithPreload } from '../shared/dom/lazy-with-preload.js';
import { currentSession, rememberTarget, useSession } from '../shared/session/current-session.js';
import { Header } from './header/header.js';
import { text } from '../shared/messages/en.js';
import type { LazyPath } from './lazy-pages.js';
import type { VisitorPath } from './visitor-pages.js';
import { Loading, NotFound } from '../shared/pages/notice.js';
import css from './shell/footer.module.css';

const HomeGuard = ({ children }: { children: ReactNode }) => {
  const signedIn = useSession() !== null;
  const [, navigate] = useLocation();
  useEffect(() => {
    if (signedIn) navigate('/allfiles/', { replace: true });
  }, [signedIn, navigate]);
  return signedIn ? null : children;
};

/** A session that ends while the page is open leaves the page, with its actions disabled. */
const SignedInGuard = ({ children }: { children: ReactNode }) => {
  const [cameIn] = useState(() => currentSession() !== null);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (cameIn) return;
    rememberTarget(location.pathname);
    navigate('/', { replace: true });
  }, [cameIn, navigate]);
  return cameIn ? children : null;
};

const loadDrive = () => import('./drive/drive-screen.js');
if (currentSession()) void loadDrive();

const DriveScreen = lazy(loadDrive);
const Intro = lazy(() => import('../features/intro/intro.js'));
const SignIn = lazy(() => import('../features/sign-in/sign-in.js'));
const Callback = lazy(() => import('../features/sign-in/callback.js'));
const LazyPage = lazy(() => import('./lazy-pages.js'));
const VisitorPages = lazy(() => import('./visitor-pages.js'));
const ShareTarget = lazy(() => import('./share/share-target.js'));
const ResultScreen = lazy(() => import('./result/result-screen.js'));

const Offline = lazyWithPreload(() => import('./offline/offline-parts.js'));

/** Pages of a person's own account. */
const ownPaths: readonly LazyPath[] = ['/account', '/trash', '/rewind', '/links'];
const openPaths: readonly LazyPath[] = [
  '/contact',
  '/extension/connect',
  '/confirm-notices',
  '/stop-notices',
];

const visitorPaths: readonly VisitorPath[] = [
  '/about',
  '/cancelled',
  '/cookie',
  '/extension',
  '/faq',
  '/home',
  '/payed',
  '/pricing',
  '/privacy',
  '/startup',
  '/terms',
  '/updates',
];

export const Routes = () => (
  <Switch>
    <Route path="/login">
      <Alone>
        <SignIn />
      </Alone>
    </Route>
    <Route path="/loginpricing">
      <Alone>
        <SignIn to="/pricing" />
      </Alone>
    </Route>
    <Route path="/relogin">
      <Alone>
        <SignIn fresh />
      </Alone>
    </Route>
    <Route path="/callback">
      <Alone>
        <Callback />
      </Alone>
    </Route>
    <Route path="/pricingcallback">
      <Alone>
        <Callback to="/pricing" />
      </Alone>
    </Route>
    <Route>
      <WithHeader />
    </Route>
  </Switch>
);

const WithHeader = () => {
  const signedIn = useSession() !== null;
  return (
    <>
      <Header />
      {signedIn && <Offline />}
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/">
            <HomeGuard>
              <Intro />
            </HomeGuard>
          </Route>
          <Route path={/^\/allfiles(?:\/|$)/}>
            <SignedInGuard>
              <DriveScreen />
            </SignedInGuard>
          </Route>
          {ownPaths.map((path) => (
            <Route key={path} path={path}>
              <SignedInGuard>
                <LazyPage path={path} />
              </SignedInGuard>
            </Route>
          ))}
          {visitorPaths.map((path) => (
            <Route key={path} path={path}>
              <VisitorPages path={path} />
            </Route>
          ))}
          {openPaths.map((path) => (
            <Route key={path} path={path}>
              <LazyPage path={path} />
            </Route>
          ))}
          <Route path="/share">
            <ShareTarget />
          </Route>
          <Route path="/result">
            <ResultScreen />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
        <Footer />
      </Suspense>
    </>
  );
};

const Alone = ({ children }: { children: React.ReactNode }) => (
  <Suspense fallback={<Loading />}>
    {children}
    <Footer />
  </Suspense>
);

const Footer = () => (
  <footer className={css.footer}>
    <span>{text.shell.rights(new Date().getFullYear())}</span>
    <nav aria-label={text.shell.legal}>
      <Link href="/terms">{text.shell.terms}</Link>
      <Link href="/privacy">{text.shell.privacy}</Link>
      <Link href="/cookie">{text.shell.cookie}</Link>
    </nav>
  </footer>
);
