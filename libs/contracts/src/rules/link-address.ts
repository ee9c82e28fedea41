import { limits } from '../limits.js';
import { trimmed } from './names.js';
import { kept, refused, type Checked } from './refusals.js';

const LONGEST_TYPED = 4 * limits.maxUrlCharacters;

/** Reads the address as browsers do (https://url.spec.whatwg.org): without tabs and line breaks; spaces are encoded. */
const asBrowsersRead = (typed: string): string =>
  trimmed(typed)
    .replace(/[\t\n\r]/g, '')
    .replace(/\s/gu, encodeURIComponent);

/**
 * Public http, https and ftp addresses whose host has a dot; a user name is allowed. Private and local
 * literals are refused in every spelling (dotted, decimal, octal, hex, IPv6), as are local names; what a name
 * resolves to is checked where we fetch.
 */
export function linkAddress(typed: string | null | undefined): Checked<string> {
  if ((typed ?? '').length > LONGEST_TYPED) return refused('url.invalid');
  const address = asBrowsersRead(typed ?? '');
  if (address === '') return refused('url.required');
  return isPublicUrl(address) ? kept(address) : refused('url.invalid');
}

/** Adds `https://` when the address has no scheme. */
export function withScheme(typed: string): string {
  const address = trimmed(typed);
  return address === '' || hasScheme(address) ? address : `https://${address}`;
}

/** `example.org:8080` is a host with a port. */
function hasScheme(address: string): boolean {
  const scheme = aScheme.exec(address)?.[0];
  if (scheme === undefined) return false;
  return !(scheme.includes('.') && /^\d/.test(address.slice(scheme.length + 1)));
}

function isPublicUrl(address: string): boolean {
  if (address.length > limits.maxUrlCharacters || !anAddress.test(address) || !address.isWellFormed())
    return false;
  if (!URL.canParse(address)) return false;
  const host = withoutFinalDot(new URL(address).hostname);
  return ipv4.test(host) ? isPublicIpv4(host) && typedHost(address) === host : isPublicName(host);
}

const withoutFinalDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

/** The parser makes `0x7f.1` dotted; only an address typed so is taken. */
function typedHost(address: string): string {
  const authority = address.slice(address.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).split(':', 1)[0] ?? '';
  return withoutFinalDot(host);
}

function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => aLabel.test(label)) &&
    topLevel.test(labels.at(-1) ?? '') &&
    !localName.test(host)
  );
}

const aScheme = /^[a-z][a-z0-9+.-]*(?=:)/i;
// No spaces, control characters, backslashes or third slash: programs read them differently.
const anAddress = /^(?:https?|ftp):\/\/(?!\/)[^\s\\\p{Cc}]+$/iu;
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const aLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;
/** Source: RFC 6761, 6762, 8375, 9476. */
const localName = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/i;

/** IANA's special-purpose registry (RFC 6890 and successors) lists the first address and the prefix length. */
const notPublic: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const asNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** Whether a dotted IPv4 address can be a public server's. */
export const isPublicIpv4 = (address: string): boolean =>
  !notPublic.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(asNumber(address) / size) === Math.floor(asNumber(first) / size);
  });
