import type { VideoFacts } from '@skyshelf/outbound';

/** A video of a playlist that anybody may see. */
export interface PlaylistVideo {
  id: string;
  title: string;
  image: string | null;
}

/** Those who are asked about links: providers of videos, and the source of playlists; never the pages themselves. */
export interface LinkProviders {
  /** By oEmbed; null for a video that does not exist. @throws ProviderSilent */
  video(oembed: string): Promise<VideoFacts | null>;
  /** The first videos, 50 at most, without private and removed ones; null for a playlist that does not exist. Without a key there is no such source. */
  playlist: ((id: string) => Promise<PlaylistVideo[] | null>) | null;
}
