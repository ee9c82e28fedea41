import '../src/app/theme/styles.js';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
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
