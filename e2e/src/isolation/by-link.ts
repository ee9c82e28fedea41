import { routes, VISIT_PREFIX, type RouteContract, type ShareView } from '@skyshelf/contracts';
import type { ApiClient, CallOptions } from '@skyshelf/testing';

/** A browser that has opened the link: the same calls, below it. */
export async function byLink(browser: ApiClient, { id, address }: ShareView): Promise<ApiClient> {
  const params = { token: address?.slice('/s/'.length) ?? '' };
  const { headers } = await browser.send(routes.openShare, { params, body: {} });
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
  const below = <R extends RouteContract>(called: R): R => ({
    ...called,
    path: `${VISIT_PREFIX}${called.path}`,
  });
  const asVisited = ({ params: more, headers: given, ...rest }: CallOptions<RouteContract> = {}) => ({
    params: { ...more, share: id },
    headers: { ...given, cookie },
    ...rest,
  });
  return {
    ...browser,
    send: (called, options) => browser.send(below(called), asVisited(options) as never),
    call: (called, options) => browser.call(below(called), asVisited(options) as never),
  };
}
