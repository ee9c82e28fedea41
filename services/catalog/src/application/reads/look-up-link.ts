import { type VideoFacts, ProviderSilent } from '@skyshelf/outbound';
import { DomainError, messages } from '@skyshelf/contracts';
import { type ConfiguredHosts, type LinkKind, linkKindOf } from '@skyshelf/contracts/rules';
import { addressOfKind } from '../../domain/link-of-kind.js';

export interface PlaylistVideo {
  id: string;
  title: string;
  image: string | null;
}

/** Providers of videos and playlists; never the linked pages. */
export interface LinkProviders {
  /** Asks the provider's oEmbed address; null for a video that does not exist. */
  video(oembed: string): Promise<VideoFacts | null>;
  /** null for a playlist that does not exist. The source needs a key. */
  playlist: ((id: string) => Promise<PlaylistVideo[] | null>) | null;
}

export interface LookedUp {
  title: string | null;
  linkimg: string | null;
  /** The items have the form that /api/addplaylist/ takes. */
  items: LookedUpItem[];
}

export interface LookedUpItem {
  linkname: string;
  linktype: 'youtube';
  linkurl: string;
  linktag: string[];
  linkimg: string | null;
  thumbnailWebsite: null;
}

const field = 'linkurl';

/** A silent provider costs a video only its picture; a playlist needs the answer. */
export async function lookUpLink(
  providers: LinkProviders,
  configured: ConfiguredHosts,
  { linktype, linkurl }: { linktype: string; linkurl: string },
): Promise<LookedUp> {
  const kind = linkKindOf(linktype, configured);
  if (!kind) throw new DomainError('kind.unsupported', { field: 'linktype' });
  const { id, url } = addressOfKind(kind, linkurl, configured, field);
  if (kind.folder) return ofPlaylist(providers, id);
  const image = pictureOf(kind, id);
  if (!kind.oembed) return { title: null, linkimg: image, items: [] };
  const facts = await providers.video(kind.oembed(id, url)).catch(unlessSilent({ title: null, image: null }));
  if (!facts) throw new DomainError('video.wrong-url', { field });
  return { title: facts.title, linkimg: image ?? facts.image, items: [] };
}

const pictureOf = ({ thumbnail }: LinkKind, id: string): string | null =>
  typeof thumbnail === 'function' ? thumbnail(id) : null;

async function ofPlaylist({ playlist }: LinkProviders, id: string): Promise<LookedUp> {
  if (!playlist) throw new DomainError('playlist.not-set-up', { field });
  const videos = await playlist(id).catch(unlessSilent<'silent'>('silent'));
  if (videos === 'silent')
    throw new DomainError('service.unavailable', {
      message: 'The playlist cannot be read just now. Try again in a moment.',
    });
  if (videos === null) throw new DomainError('playlist.not-found', { field, message: messages.playlistGone });
  if (videos.length === 0) throw new DomainError('playlist.empty', { field });
  const items = videos.map(({ id: video, title, image }): LookedUpItem => ({
    linkname: title,
    linktype: 'youtube',
    linkurl: `https://www.youtube.com/watch?v=${video}`,
    linktag: [],
    linkimg: image,
    thumbnailWebsite: null,
  }));
  return { title: null, linkimg: items[0]?.linkimg ?? null, items };
}

const unlessSilent =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof ProviderSilent) return instead;
    throw error;
  };
