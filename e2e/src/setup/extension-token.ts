import { routes } from '@skyshelf/contracts';
import { apiClient, type RunningSkyshelf } from '@skyshelf/testing';

/** The values are those of RFC 7636, appendix B. */
export const pkce = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
};

/** The token that a browser's extension gets which a user has connected. */
export async function extensionToken(skyshelf: RunningSkyshelf, userToken: string): Promise<string> {
  const client = apiClient(skyshelf.url, userToken);
  const { verifier, challenge } = pkce;
  const { code } = await client.call(routes.connectExtension, { body: { challenge } });
  const { accessToken } = await client.call(routes.openExtensionSession, { body: { code, verifier } });
  client.close();
  return accessToken;
}
