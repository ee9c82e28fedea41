import { Component, type ReactNode, useEffect, useState } from 'react';
import { MantineProvider } from '@mantine/core';
import { Provider } from 'react-redux';
import { Toasts } from './toasts/toasts.js';
import { text } from '../shared/messages/en.js';
import { Notice } from '../shared/pages/notice.js';
import { logError } from '../shared/log-error.js';
import { Routes } from './routes.js';
import { DeferredShell } from './shell/deferred-shell.js';
import { Sky } from './sky/sky.js';
import { useSession } from '../shared/session/current-session.js';
import { lazyWithPreload } from '../shared/dom/lazy-with-preload.js';
import { store } from '../shared/store/store.js';
import { usePageScheme } from './theme/colour-scheme.js';
import { theme } from './theme/theme.js';

const FOCUSABLE = 'button:not([disabled]), a[href], input:not([disabled]), [tabindex]:not([tabindex="-1"])';

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

const firstOf = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(isShown);

interface Region {
  area: HTMLElement;
  target: HTMLElement;
}

const regionOf = (area: HTMLElement | undefined, target?: HTMLElement): Region[] => {
  if (!area) return [];
  const inside = target ?? [...area.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown);
  return inside ? [{ area, target: inside }] : [];
};

const regions = (): Region[] => {
  const modal = firstOf(
    '[role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"], dialog:modal',
  );
  const frame = firstOf('[data-active="true"] [role="dialog"]');
  return [
    ...(modal ? regionOf(modal) : regionOf(firstOf('#content'), firstOf('[data-elements]'))),
    ...(modal || !frame ? [] : regionOf(frame, frame)),
    ...(modal ? [] : regionOf(firstOf('[data-dock]'))),
    ...regionOf(firstOf('[data-messages]')),
  ];
};

/** F6 goes from part to part of the page, with Shift backwards. */
const useRegionKeys = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      const all = regions();
      const at = all.findIndex(({ area }) => area.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length];
      if (!next) return;
      event.preventDefault();
      next.target.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};

class CrashScreen extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    logError('The page could not be drawn', error);
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { title, text: words, reload } = text.crash;
    return <Notice title={title} text={words} action={reload} onAction={() => location.reload()} />;
  }
}

const DockPanels = lazyWithPreload(() => import('./dock/dock.js'));

/** A folder works without the dock. */
const SPARE_TIME_MS = 1500;

/** Uploads and long work go on wherever one goes, so their dock belongs to no page. */
const Dock = () => {
  const signedIn = useSession() !== null;
  const [due, setDue] = useState(false);
  useEffect(() => {
    const show = (): void => setDue(true);
    const timer = setTimeout(show, SPARE_TIME_MS);
    document.addEventListener('dragenter', show, { once: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('dragenter', show);
    };
  }, []);
  return signedIn && due && <DockPanels />;
};

const Keys = () => {
  useRegionKeys();
  return null;
};

const Page = () => (
  // Its variables stand in our style sheets.
  <MantineProvider
    theme={theme}
    forceColorScheme={usePageScheme()}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <Sky />
    <CrashScreen>
      <Routes />
    </CrashScreen>
    <Dock />
    <DeferredShell />
    <Toasts />
    <Keys />
  </MantineProvider>
);

export const App = () => (
  <Provider store={store}>
    <Page />
  </Provider>
);
