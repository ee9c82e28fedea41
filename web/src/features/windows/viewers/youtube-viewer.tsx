import { frameAddress } from '@skyshelf/contracts/rules';
import { FramePlayer, NoFrame } from './frame-viewer.js';
import { youtube } from './players/youtube.js';
import type { ViewerProps } from './viewer-entry.js';

/** A youtube video, in the player of the host that sets no cookies before it plays. */
const YoutubeViewer = ({ element, onEnd }: ViewerProps) => {
  const address = frameAddress(element.linktype, element.linkurl ?? '');
  if (address === null) return <NoFrame element={element} />;
  return <FramePlayer element={element} address={address} protocol={youtube} onEnd={onEnd} />;
};

export default YoutubeViewer;
