/** Source: RFC 9110 §8.4.1. */
export type ContentCoding = 'zstd' | 'br' | 'gzip';

/** The first offered coding in Accept-Encoding (RFC 9110 §12.5.3); null when it takes none. */
export function acceptedEncoding<C extends ContentCoding>(
  header: string | string[] | undefined,
  offered: readonly C[],
): C | null {
  if (header === undefined) return null;
  const taken = new Map(
    String(header)
      .split(',', 20)
      .map((each) => each.split(';', 2))
      .map(([coding = '', weight = '']) => [
        coding.trim().toLowerCase(),
        !/^\s*q=0(\.0*)?\s*$/i.test(weight),
      ]),
  );
  return offered.find((coding) => taken.get(coding) ?? taken.get('*') ?? false) ?? null;
}
