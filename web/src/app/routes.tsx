import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { currentSession } from '../shared/session/current-session.js';
import { Header } from './header/header.js';
import { Footer } from './shell/footer.js';
import { HomeGuard, SignedInGuard } from './guards.js';
import { Loading } from '../shared/pages/loading.js';
import { NotFound } from '../shared/pages/not-found.js';

const loadDrive = () => import('./drive/drive-screen.js');
// A user who is signed in wants their files: fetch that part while the rest starts.
if (currentSession()) void loadDrive();

const DriveScreen = lazy(loadDrive);
const Intro = lazy(() => import('../features/intro/intro.js'));
const SignIn = lazy(() => import('../features/sign-in/sign-in.js'));
const Callback = lazy(() => import('../features/sign-in/callback.js'));
const Account = lazy(() => import('../features/account/account.js'));
const Home = lazy(() => import('../features/home/home.js'));
const Reading = lazy(() => import('../features/pages/reading.js'));
const Faq = lazy(() => import('../features/faq/faq.js'));
const Updates = lazy(() => import('../features/updates/updates.js'));
const Pricing = lazy(() => import('../features/pricing/pricing.js'));
const Purchase = lazy(() => import('../features/pricing/purchase.js'));
const WebSearch = lazy(() => import('../features/result/web-search.js'));

/** Which page stands at which address. */
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
      <Header />
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
          <Route path="/account">
            <SignedInGuard>
              <Account />
            </SignedInGuard>
          </Route>
          <Route path="/home">
            <Home />
          </Route>
          {(['about', 'terms', 'privacy', 'cookie'] as const).map((page) => (
            <Route key={page} path={`/${page}`}>
              <Reading page={page} />
            </Route>
          ))}
          <Route path="/faq">
            <Faq />
          </Route>
          <Route path="/updates">
            <Updates />
          </Route>
          <Route path="/pricing">
            <Pricing />
          </Route>
          <Route path="/payed">
            <Purchase completed />
          </Route>
          <Route path="/cancelled">
            <Purchase completed={false} />
          </Route>
          <Route path="/result">
            <WebSearch />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
        <Footer />
      </Suspense>
    </Route>
  </Switch>
);

/** Sign-in pages stand without the header: there is one thing to do on them. */
const Alone = ({ children }: { children: React.ReactNode }) => (
  <Suspense fallback={<Loading />}>
    {children}
    <Footer />
  </Suspense>
);
