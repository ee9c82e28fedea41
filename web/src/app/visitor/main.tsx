import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import '../theme/tokens.css';
import '../theme/page.css';
import '../theme/patterns.css';
import '../theme/surfaces.css';
import '../theme/controls.css';
import './base.css';
import { VisitorPage } from './visitor-page.js';

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const followSystem = (): void =>
  void (document.documentElement.dataset.mantineColorScheme = systemDark.matches ? 'dark' : 'light');

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
followSystem();
systemDark.addEventListener('change', followSystem);
const { first } = window.link;
const page = createRoot(root);
// What has come by now is drawn at once, without a notice before it.
void Promise.race([first, Promise.resolve(null)]).then((come) =>
  page.render(<VisitorPage first={come ?? first} />),
);
