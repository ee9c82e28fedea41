import { list, onOff, setting, wholeNumber } from '@skyshelf/config';
import { limits } from '@skyshelf/contracts';
import { z } from 'zod';

/** A host name, perhaps with a port; nothing that means anything else in a content security policy. */
const host = z.string().regex(/^(?=.{1,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)+(:\d{1,5})?$/);

const hosts = () =>
  list()
    .transform((all) => all.map((each) => each.toLowerCase()))
    .pipe(z.array(host))
    .default([]);

const allowedHosts = 'host names separated by commas, e.g. videos.example.org';

/** Whose videos may be kept, and shown in frames of theirs: read by the service that keeps links and by the one that serves the page. */
export const videoHostSettings = {
  viewkeyVideoHosts: setting('CATALOG_VIEWKEY_VIDEO_HOSTS', hosts(), {
    doc: 'Hosts of an adult-video site that names its videos by `viewkey`; this kind of link is off while none is given.',
    allowed: allowedHosts,
  }),
  embedframeVideoHosts: setting('CATALOG_EMBEDFRAME_VIDEO_HOSTS', hosts(), {
    doc: 'Hosts of an adult-video site that names its videos in the path, `/video…`; off while none is given.',
    allowed: allowedHosts,
  }),
};

interface VideoHosts {
  viewkeyVideoHosts: string[];
  embedframeVideoHosts: string[];
}

/** The same by kind of link. */
export const videoHostsOf = ({ viewkeyVideoHosts, embedframeVideoHosts }: VideoHosts) => ({
  viewkeyvideo: viewkeyVideoHosts,
  embedframevideo: embedframeVideoHosts,
});

/** What is made of files and links: read by the service that makes it and by the one that tells pages of it. */
export const mediaLimitSettings = {
  maxVideoBytes: setting(
    'MEDIA_MAX_VIDEO_BYTES',
    wholeNumber(1, limits.maxUploadBytes).default(262_144_000),
    { doc: 'Largest film that is converted for browsers that cannot play it, in bytes.' },
  ),
  websiteThumbnails: setting('WEBSITE_THUMBNAILS', onOff().default(false), {
    doc: 'Whether pictures are made of the pages that links lead to, by chromium. Pages are asked by this machine then; only public ones are.',
  }),
};
