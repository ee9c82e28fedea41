import { MantineProvider } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { Toasts } from './toasts/toasts.js';
import { CrashScreen } from './crash-screen.js';
import { Routes } from './routes.js';
import { Sky } from './sky/sky.js';
import { useSession } from '../shared/session/current-session.js';
import { store } from '../shared/store/store.js';
import { useColourScheme } from './theme/colour-scheme.js';
import { theme } from './theme/theme.js';

const UploadDock = lazy(() => import('../features/uploads/upload-dock.js'));

/** Uploads go on wherever one goes, so their dock belongs to no page. */
const Dock = () =>
  useSession() && (
    <Suspense>
      <UploadDock />
    </Suspense>
  );

const Page = () => (
  // Its variables stand in our style sheets, so the provider has none to write into the page.
  <MantineProvider
    theme={theme}
    forceColorScheme={useColourScheme()}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <Sky />
    <CrashScreen>
      <Routes />
    </CrashScreen>
    <Dock />
    <Toasts />
  </MantineProvider>
);

export const App = () => (
  <Provider store={store}>
    <Page />
  </Provider>
);
