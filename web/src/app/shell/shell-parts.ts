/** Fetched together: chunks of their own would split what all pages share. */
export { logOut } from '../../features/account/log-out.js';
export { CookieBanner } from './cookie-banner.js';
export { SideMenu } from './side-menu.js';
export { VisitorBar } from './visitor-bar.js';
