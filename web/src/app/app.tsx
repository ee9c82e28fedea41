import { MantineProvider } from '@mantine/core';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import { Toasts } from './toasts/toasts.js';
import { text } from '../shared/messages/en.js';
import { Notice } from '../shared/pages/notice.js';
import { report } from '../shared/report.js';
import { useRegionKeys } from './regions.js';
import { Routes } from './routes.js';
import { LateShell } from './shell/late-shell.js';
import { Sky } from './sky/sky.js';
import { useSession } from '../shared/session/current-session.js';
import { late } from '../shared/dom/late.js';
import { store } from '../shared/store/store.js';
import { usePageScheme } from './theme/colour-scheme.js';
import { theme } from './theme/theme.js';

class CrashScreen extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    report('The page could not be drawn', error);
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { title, text: words, reload } = text.crash;
    return <Notice title={title} text={words} action={reload} onAction={() => location.reload()} />;
  }
}

const DockPanels = late(() => import('./dock/dock.js'));

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
    <LateShell />
    <Toasts />
    <Keys />
  </MantineProvider>
);

export const App = () => (
  <Provider store={store}>
    <Page />
  </Provider>
);
