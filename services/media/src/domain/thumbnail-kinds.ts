/** Types that we can show as pixels. */
const thumbnailTypes = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/jpg',
  'image/pjpeg',
  'image/gif',
  'image/tiff',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]);

export const getsThumbnail = (type: string): boolean => thumbnailTypes.has(type);
