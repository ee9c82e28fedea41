/** What a link costs: the UTF-8 bytes of its name and its address. */
export const linkSize = (name: string, url: string): number => encoder.encode(name + url).byteLength;

const encoder = new TextEncoder();
