import type { VideoFacts } from '@skyshelf/outbound';

/** Public. */
export interface PlaylistVideo {
  id: string;
  title: string;
  image: string | null;
}

/** Providers of videos and playlists; never the linked pages. */
export interface LinkProviders {
  /** By oEmbed; null for a video that does not exist. @throws ProviderSilent */
  video(oembed: string): Promise<VideoFacts | null>;
  /**
   * At most 50 videos, without private and removed ones; null for a playlist that does not exist. The source
   * needs a key.
   */
  playlist: ((id: string) => Promise<PlaylistVideo[] | null>) | null;
}
