import Extension from '../features/extension/extension.js';
import Faq from '../features/faq/faq.js';
import Home from '../features/home/home.js';
import Reading from '../features/pages/reading.js';
import Pricing from '../features/pricing/pricing.js';
import { PurchaseCompleted, PurchaseCancelled } from '../features/pricing/purchase.js';
import Startup from '../features/startup/startup.js';
import Updates from '../features/updates/updates.js';

const pages = {
  '/about': <Reading page="about" />,
  '/cancelled': <PurchaseCancelled />,
  '/cookie': <Reading page="cookie" />,
  '/extension': <Extension />,
  '/faq': <Faq />,
  '/home': <Home />,
  '/payed': <PurchaseCompleted />,
  '/pricing': <Pricing />,
  '/privacy': <Reading page="privacy" />,
  '/startup': <Startup />,
  '/terms': <Reading page="terms" />,
  '/updates': <Updates />,
};
export type VisitorPath = keyof typeof pages;

/** Fetched together: chunks of their own would split what all pages share. */
const VisitorPages = ({ path }: { path: VisitorPath }) => pages[path];

export default VisitorPages;
