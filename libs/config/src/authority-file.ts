import { readFileSync } from 'node:fs';
import { ConfigError } from './load-config.js';

/**
 * The certificates (PEM) of an authority that is believed instead of those that Node trusts.
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
