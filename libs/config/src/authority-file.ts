import { readFileSync } from 'node:fs';
import { ConfigError } from './load-config.js';

/**
 * PEM; trusted instead of Node's authorities.
 * @throws ConfigError that names the variable when the file can't be read or has none
 */
export function readAuthority(
  service: string,
  variable: string,
  path: string | undefined,
): string | undefined {
  if (path === undefined) return undefined;
  const refuse = (why: string): ConfigError =>
    new ConfigError(service, [`${variable}: given ${JSON.stringify(path)}, which ${why}.`]);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw refuse(`can't be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw refuse('holds no certificate (PEM)');
  return text;
}

/** Source: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const REFUSALS =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET_ISSUER|VERIFY)|INVALID_CA|ERR_TLS_CERT_ALTNAME)/;

/** @returns a message when the server's certificate was not trusted; else the failure as it is */
export function refusedCertificate(
  service: string,
  variable: string,
  path: string | undefined,
  failure: unknown,
): unknown {
  for (let each = failure; each instanceof Error; each = each.cause) {
    if (!('code' in each) || !REFUSALS.test(String(each.code))) continue;
    const given = path === undefined ? 'not given, and' : `given ${JSON.stringify(path)}, and by that`;
    return new ConfigError(service, [
      `${variable}: ${given} the certificate of the server is not believed: ${each.message}.`,
    ]);
  }
  return failure;
}
