/** UTF-8 bytes of name and address. */
export const linkSize = (name: string, url: string): number => encoder.encode(name + url).byteLength;

const encoder = new TextEncoder();
