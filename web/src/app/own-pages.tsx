import { lazy } from 'react';

const pages = {
  '/account': lazy(() => import('../features/account/account.js')),
  '/trash': lazy(() => import('../features/trash/trash.js')),
  '/rewind': lazy(() => import('../features/rewind/rewind.js')),
  '/links': lazy(() => import('../features/links/links.js')),
};
export type OwnPath = keyof typeof pages;

/** Pages of a person's own account. */
const OwnPage = ({ path }: { path: OwnPath }) => {
  const Page = pages[path];
  return <Page />;
};

export default OwnPage;
