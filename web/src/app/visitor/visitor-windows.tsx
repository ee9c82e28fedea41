import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '../theme/mantine-bridge.css';
import { MantineProvider } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect, useEffectEvent } from 'react';
import { Provider } from 'react-redux';
import { openWindow } from '../../features/windows/public.js';
import Windows from '../../features/windows/windows.js';
import { store } from '../../shared/store/store.js';
import { theme } from '../theme/theme.js';

interface VisitorWindowsProps {
  element: ElementView;
  visible: readonly ElementView[];
  /** Counts how often something was opened: the same element may be opened again. */
  at: number;
}

/** The shelf's own windows; they are fetched when the first file is opened. */
const VisitorWindows = ({ element, visible, at }: VisitorWindowsProps) => {
  const open = useEffectEvent(() => void store.dispatch(openWindow(element, visible)));
  useEffect(() => open(), [at]);
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Windows covered={false} />
      </MantineProvider>
    </Provider>
  );
};

export default VisitorWindows;
