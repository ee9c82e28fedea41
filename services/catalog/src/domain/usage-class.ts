import type { UsageClass } from '@skyshelf/contracts';

const documents = new Set([
  'application/pdf',
  'application/rtf',
  'application/epub+zip',
  'application/postscript',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/json',
  'application/xml',
]);
const documentFamilies = [
  'text/',
  'application/vnd.openxmlformats-officedocument.',
  'application/vnd.oasis.opendocument.',
];
const links = new Set(['website', 'webapp', 'webgame', 'tiktok', 'vimeo']);

/** Where an element's bytes count on the account page. */
export function usageClassOf(kind: string): UsageClass {
  if (kind.startsWith('image/')) return 'Images';
  if (kind.startsWith('video/')) return 'Videos';
  if (kind.startsWith('audio/')) return 'Music';
  if (kind === 'youtube') return 'Youtube';
  if (links.has(kind)) return 'Links';
  if (documents.has(kind) || documentFamilies.some((family) => kind.startsWith(family))) return 'Documents';
  return 'Other';
}
