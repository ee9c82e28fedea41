/** It has no types. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    /** Format: RGBA. */
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    display(pixels: Pixels, done: (pixels: Pixels | null) => void): void;
    free(): void;
  }
  const library: { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default library;
}
