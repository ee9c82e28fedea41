/**
 * libvips decoders allowed for users' files; all others stay blocked. See
 * https://sharp.pixelplumbing.com/api-utility#block
 */
export const imageDecoders: readonly string[] = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map(
  (format) => `VipsForeignLoad${format}`,
);
