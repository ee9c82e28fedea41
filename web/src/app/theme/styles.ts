// The order counts: ours come last.
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import './tokens.css';
import './mantine-bridge.css';
import './page.css';
import './patterns.css';
import './surfaces.css';
import './controls.css';
