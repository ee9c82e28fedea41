import { lazy } from 'react';

const ConfirmNotices = lazy(() => import('../features/account/confirm-notices.js'));

const pages = {
  '/account': lazy(() => import('../features/account/account.js')),
  '/trash': lazy(() => import('../features/trash/trash.js')),
  '/rewind': lazy(() => import('../features/rewind/rewind.js')),
  '/links': lazy(() => import('../features/links/links.js')),
  '/contact': lazy(() => import('../features/contact/contact.js')),
  '/extension/connect': lazy(() => import('../features/extension/connect-extension.js')),
  '/confirm-notices': ConfirmNotices,
  '/stop-notices': () => <ConfirmNotices stops />,
};
export type LazyPath = keyof typeof pages;

/** The names of their chunks are no part of what every page loads. */
const LazyPage = ({ path }: { path: LazyPath }) => {
  const Page = pages[path];
  return <Page />;
};

export default LazyPage;
