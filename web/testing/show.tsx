import '../src/app/theme/styles.js';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, vi } from 'vitest';
import { api } from '../src/shared/api/api.js';
import { currentSession, startSession } from '../src/shared/session/current-session.js';
import { Provider } from 'react-redux';
import { store } from '../src/shared/store/store.js';
import { theme } from '../src/app/theme/theme.js';

/** Draws a component in the page as the app would; answers how to take it away. */
export const show = (children: ReactNode): (() => void) => {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  flushSync(() =>
    root.render(
      <Provider store={store}>
        <MantineProvider
          theme={theme}
          forceColorScheme="light"
          withCssVariables={false}
          withGlobalClasses={false}
        >
          {children}
        </MantineProvider>
      </Provider>,
    ),
  );
  return () => {
    root.unmount();
    container.remove();
  };
};

const home = location.pathname + location.search;

/** Answers how to bring back the session, the address and all else that a test replaces. */
export const keepPage = (): (() => void) => {
  const session = currentSession() ?? expect.fail('no session');
  return () => {
    startSession(session);
    store.dispatch(api.util.resetApiState());
    history.replaceState(null, '', home);
    vi.unstubAllGlobals();
  };
};
