import type { RuleCode } from './refusals.js';
import type { UsageClass } from './file-type.js';

/** `id` is what `match` found. */
export interface LinkKind {
  name: string;
  label: string;
  usage: Extract<UsageClass, 'Links' | 'Youtube'>;
  /** Subdomains are included. `null` allows any host; `configured` means those that the operator names. */
  hosts: readonly string[] | 'configured' | null;
  /** null when it is not of this kind. */
  match(url: URL): string | null;
  stored(typed: string, id: string, url: URL): string;
  /** null: opens in a tab. */
  embed(id: string, url: URL): string | null;
  /** The protocol that reports a video's end. */
  player?: 'youtube' | 'vimeo';
  /** The first window's size in pixels; default half of the viewport. */
  windowSize?: { width: number; height: number };
  /** Built from the id, looked up by `oembed`, a picture of the page, or none. */
  thumbnail: ((id: string) => string) | 'looked-up' | 'website' | null;
  /** The address of oEmbed (https://oembed.com), which needs no key. */
  oembed?(id: string, stored: string): string;
  frames?(id: string): readonly string[];
  wrong: Extract<RuleCode, 'url.invalid' | 'video.wrong-url' | 'playlist.wrong-url'>;
  /** Becomes a folder of links, by a call of its own. */
  folder?: true;
}

const asTyped = (typed: string): string => typed;
const page = {
  usage: 'Links',
  hosts: null,
  match: () => '',
  stored: asTyped,
  embed: () => null,
  thumbnail: 'website',
  wrong: 'url.invalid',
} as const;

const youtubeHosts = ['youtube.com', 'youtu.be', 'youtube-nocookie.com'] as const;
const aVideo = /^[A-Za-z0-9_-]{11}$/;
const aList = /^[A-Za-z0-9_-]{2,64}$/;

function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const [first, second] = pathname.split('/').filter(Boolean);
  const short = /(?:^|\.)youtu\.be$/.test(hostname);
  const inPath = ['embed', 'shorts', 'live', 'v', 'e', 'watch'].includes(first ?? '') ? second : null;
  const id = short ? first : (inPath ?? (first === 'watch' ? searchParams.get('v') : null));
  return id && aVideo.test(id) ? id : null;
}

const oembed = (endpoint: string, url: string): string =>
  `${endpoint}?${new URLSearchParams({ url, format: 'json' })}`;

const afterFirst = (typed: string): string => typed.split('?')[0] ?? typed;

export const linkKinds: readonly LinkKind[] = [
  { name: 'website', label: 'Website', ...page },
  { name: 'webapp', label: 'Web app', ...page },
  { name: 'webgame', label: 'Web game', ...page },
  {
    name: 'youtube',
    label: 'YouTube video',
    usage: 'Youtube',
    hosts: youtubeHosts,
    match: youtubeId,
    stored: asTyped,
    embed: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
    player: 'youtube',
    thumbnail: (id) => `https://img.youtube.com/vi/${id}/mqdefault.jpg`,
    oembed: (id) => oembed('https://www.youtube.com/oembed', `https://www.youtube.com/watch?v=${id}`),
    frames: (id) => [1, 2, 3].map((frame) => `https://img.youtube.com/vi/${id}/mq${frame}.jpg`),
    wrong: 'video.wrong-url',
  },
  {
    name: 'playlist',
    label: 'YouTube playlist',
    usage: 'Youtube',
    hosts: youtubeHosts,
    match: ({ searchParams }) => {
      const id = searchParams.get('list');
      return id && aList.test(id) ? id : null;
    },
    stored: asTyped,
    embed: () => null,
    thumbnail: null,
    wrong: 'playlist.wrong-url',
    folder: true,
  },
  {
    name: 'tiktok',
    label: 'TikTok video',
    usage: 'Links',
    hosts: ['tiktok.com'],
    match: ({ pathname }) => /\/video\/(\d+)\/?$/.exec(pathname)?.[1] ?? null,
    stored: afterFirst,
    embed: (id) => `https://www.tiktok.com/embed/v2/${id}`,
    windowSize: { width: 550, height: 650 },
    thumbnail: 'looked-up',
    oembed: (_, stored) => oembed('https://www.tiktok.com/oembed', stored),
    wrong: 'video.wrong-url',
  },
  {
    name: 'vimeo',
    label: 'Vimeo video',
    usage: 'Links',
    hosts: ['vimeo.com'],
    match: ({ hostname, pathname, search }) => {
      const path = hostname.startsWith('player.') ? pathname.replace(/^\/video\//, '/') : pathname;
      const id = `${path.slice(1)}${search}`;
      return /^[^/=?]+$/.test(id) ? id : null;
    },
    stored: asTyped,
    embed: (id) => `https://player.vimeo.com/video/${id}`,
    player: 'vimeo',
    thumbnail: 'looked-up',
    oembed: (id) => oembed('https://vimeo.com/api/oembed.json', `https://vimeo.com/${id}`),
    wrong: 'video.wrong-url',
  },
  {
    // An adult-video site that names its videos by a parameter.
    name: 'viewkeyvideo',
    label: 'Video',
    usage: 'Links',
    hosts: 'configured',
    match: ({ pathname, searchParams }) => {
      const id = searchParams.get('viewkey') ?? /^\/embed\/([^/]+)$/.exec(pathname)?.[1] ?? null;
      return id && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
    },
    stored: (_, id, { origin }) => `${origin}/embed/${id}`,
    embed: (id, { origin }) => `${origin}/embed/${id}`,
    thumbnail: 'website',
    wrong: 'video.wrong-url',
  },
  {
    // An adult-video site that names its videos in the path.
    name: 'embedframevideo',
    label: 'Video',
    usage: 'Links',
    hosts: 'configured',
    match: ({ pathname }) =>
      /^\/(?:video|embedframe\/)\.?([A-Za-z0-9]{1,64})(?:\/|$)/.exec(pathname)?.[1] ?? null,
    stored: (_, id, { origin }) => `${origin}/embedframe/${id}`,
    embed: (id, { origin }) => `${origin}/embedframe/${id}`,
    thumbnail: 'website',
    wrong: 'video.wrong-url',
  },
];

export type ConfiguredHosts = Readonly<Record<string, readonly string[]>>;

/** It is null when any host is allowed. */
export const hostsOf = ({ name, hosts }: LinkKind, configured: ConfiguredHosts): readonly string[] | null =>
  hosts === 'configured' ? (configured[name] ?? []) : hosts;

/** Is null unless the kind is known and on. */
export function linkKindOf(name: string, configured: ConfiguredHosts = {}): LinkKind | null {
  const kind = linkKinds.find((each) => each.name === name);
  return kind && hostsOf(kind, configured)?.length !== 0 ? kind : null;
}

/** Is null for an address of another kind. */
export function matchLink(kind: LinkKind, url: URL, configured: ConfiguredHosts = {}): string | null {
  const hosts = hostsOf(kind, configured);
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const served = hosts === null || hosts.some((each) => host === each || host.endsWith(`.${each}`));
  return served ? kind.match(url) : null;
}

/** Reveals the host of a kind's frames. */
const anywhere = new URL('https://host.invalid/');

/** Lists hosts for a content security policy. */
export function frameSources(configured: ConfiguredHosts = {}): string[] {
  const sources = linkKinds.flatMap((kind) => {
    if (kind.hosts === 'configured')
      return (hostsOf(kind, configured) ?? []).flatMap((host) => [`https://${host}`, `https://*.${host}`]);
    const embedded = kind.embed('0', anywhere);
    return embedded === null ? [] : [new URL(embedded).origin];
  });
  return [...new Set(sources)];
}

export function isFramed(name: string): boolean {
  const kind = linkKinds.find((each) => each.name === name);
  return kind !== undefined && (kind.hosts === 'configured' || kind.embed('0', anywhere) !== null);
}

export const isPicturedPage = (name: string): boolean =>
  linkKinds.some((each) => each.name === name && each.thumbnail === 'website');

/** null: no frame, off, or not its own. */
export function frameAddress(name: string, address: string, configured: ConfiguredHosts = {}): string | null {
  const kind = linkKindOf(name, configured);
  if (kind === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  const id = matchLink(kind, url, configured);
  // A page from https shows no http frame.
  return id === null ? null : (kind.embed(id, url)?.replace(/^http:/, 'https:') ?? null);
}
