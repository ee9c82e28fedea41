import type { VideoProviders } from '@skyshelf/outbound';

/** A video of a playlist that anybody may see. */
export interface PlaylistVideo {
  id: string;
  title: string;
  image: string | null;
}

/** Those who are asked about links: vimeo, tiktok and the source of playlists; never the pages themselves. */
export interface LinkProviders extends VideoProviders {
  /** The first videos, 50 at most, without private and removed ones; null for a playlist that does not exist. */
  playlist(id: string): Promise<PlaylistVideo[] | null>;
}
