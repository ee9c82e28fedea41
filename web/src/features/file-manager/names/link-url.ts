import { limits, messages } from '@skyshelf/contracts/browser';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** `host:8080` looks like a scheme but is a host with a port. */
const HOST_AND_PORT = /^[^/:]+\.[^/:]+:\d+/;
const ALLOWED = new Set(['http:', 'https:', 'ftp:']);
const PRIVATE_V4 =
  /^(0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/** What was typed with `https://` before it when no scheme was given. */
export const withScheme = (typed: string): string => {
  const url = typed.trim();
  return url === '' || (HAS_SCHEME.test(url) && !HOST_AND_PORT.test(url)) ? url : `https://${url}`;
};

const hostIsPublic = (host: string): boolean =>
  host.includes('.') &&
  !host.startsWith('.') &&
  !host.endsWith('.') &&
  !host.startsWith('[') &&
  !PRIVATE_V4.test(host);

/** The message to show at the field, or null when the address will do. */
export const urlProblem = (url: string): string | null => {
  if (url === '') return messages.required;
  if (url.length > limits.maxUrlCharacters || !URL.canParse(url) || /\s/.test(url))
    return messages.invalidUrl;
  const { protocol, hostname, username, password } = new URL(url);
  const fine = ALLOWED.has(protocol) && hostIsPublic(hostname) && username === '' && password === '';
  return fine ? null : messages.invalidUrl;
};
