/**
 * The decoders of libvips that may see what users upload; everything else that it can read stays blocked, wherever images are opened. See
 * https://sharp.pixelplumbing.com/api-utility#block
 */
export const imageDecoders: readonly string[] = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map(
  (format) => `VipsForeignLoad${format}`,
);
