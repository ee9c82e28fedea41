/** What a provider says of one video. */
export interface VideoFacts {
  title: string | null;
  /** Address of its picture. */
  image: string | null;
}

/** A video of a playlist that anybody may see. */
export interface PlaylistVideo {
  id: string;
  title: string;
  image: string | null;
}

/** Those who are asked about links: vimeo, tiktok and the source of playlists; never the pages themselves. */
export interface LinkProviders {
  /** Null for a video that does not exist. @throws ProviderSilent */
  vimeo(id: string): Promise<VideoFacts | null>;
  /** @param url the address as it is kept */
  tiktok(url: string): Promise<VideoFacts | null>;
  /** The first videos, 50 at most, without private and removed ones; null for a playlist that does not exist. */
  playlist(id: string): Promise<PlaylistVideo[] | null>;
}

/** A provider that gave no answer which can be used: too late, too large, nonsense, out of order. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}
