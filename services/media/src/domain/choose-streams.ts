export interface StreamFacts {
  codec: string;
  /** Attached to a film or sound as its cover. */
  isCover: boolean;
  /** Null: not said. */
  frames: number | null;
}

/** The first that can be decoded; null: the film is silent. */
export const chooseAudio = <S extends StreamFacts>(
  sounds: readonly S[],
  decoded: ReadonlySet<string>,
): S | null => sounds.find(({ codec }) => decoded.has(codec)) ?? null;

/** The first that moves and can be decoded, else a still one; if there is none, one that will be refused. */
export function choosePicture<S extends StreamFacts>(
  pictures: readonly S[],
  decoded: ReadonlySet<string>,
): S | null {
  const shown = pictures.filter(({ isCover }) => !isCover);
  const decodable = shown.filter(({ codec }) => decoded.has(codec));
  return decodable.find(({ frames }) => frames !== 1) ?? decodable[0] ?? shown[0] ?? null;
}
