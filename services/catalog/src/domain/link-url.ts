import { DomainError, limits } from '@skyshelf/contracts';
import { isPublicIpv4 } from './public-address.js';

/**
 * The address of a link as typed, trimmed. Public http, https and ftp addresses only; the host has a dot.
 * Literal addresses of private or local networks are refused in every spelling (dotted, decimal, octal, hex,
 * IPv6); what a name resolves to is checked where we fetch.
 * @throws DomainError url.required, url.invalid
 */
export function linkUrl(typed: string | null | undefined, field: string): string {
  const address = (typed ?? '').trim();
  if (address === '') throw new DomainError('url.required', { field });
  if (!isPublicUrl(address)) throw new DomainError('url.invalid', { field });
  return address;
}

function isPublicUrl(address: string): boolean {
  if (address.length > limits.maxUrlCharacters || !anAddress.test(address) || !address.isWellFormed())
    return false;
  const url = URL.parse(address);
  if (!url) return false;
  const host = url.hostname.replace(/\.$/, '');
  return ipv4.test(host) ? isPublicIpv4(host) && typedHost(address) === host : isPublicName(host);
}

/**
 * The parser turns `0x7f.1` and `134744072` into dotted form; only an address typed in that form is taken.
 */
const typedHost = (address: string): string | undefined =>
  /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#:]*)/i.exec(address)?.[1]?.replace(/\.$/, '');

function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => aLabel.test(label)) &&
    topLevel.test(labels.at(-1) ?? '') &&
    !localName.test(host)
  );
}

// Without spaces, control characters and backslashes, which programs read differently.
const anAddress = /^(?:https?|ftp):\/\/[^\s\\\p{Cc}]+$/iu;
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const aLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;
const topLevel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;
/** Names that never leave the machine or the local network (RFC 6761, 6762, 8375, 9476). */
const localName = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$/i;
