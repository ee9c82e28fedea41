const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i;
const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const token = /;\s*filename\s*=\s*([^";\s]+)/i;

/** From a `Content-Disposition` (RFC 6266 §4.3), without folders; null where there is none. */
export function announcedName(header: string | undefined): string | null {
  if (header === undefined || header.length > 4096) return null;
  const name =
    decoded(extended.exec(header)?.[1]) ?? unescaped(quoted.exec(header)?.[1]) ?? token.exec(header)?.[1];
  const last = name?.split(/[/\\]/).at(-1)?.trim();
  return last ? last : null;
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Header values come as Latin-1; many servers send UTF-8. */
function unescaped(text: string | undefined): string | null {
  if (text === undefined) return null;
  const plain = text.replaceAll(/\\(.)/g, '$1');
  const bytes = Buffer.from(plain, 'latin1');
  const read = bytes.toString('utf8');
  return read.includes('\uFFFD') ? plain : read;
}
