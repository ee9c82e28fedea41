import { frameAddress } from '@skyshelf/contracts/rules';
import { FramePlayer, NoFrame } from './frame-viewer.js';
import { vimeo } from './players/vimeo.js';
import type { ViewerProps } from './viewer-entry.js';

/** A vimeo video, in a player that is asked not to track. */
const VimeoViewer = ({ element, onEnd }: ViewerProps) => {
  const address = frameAddress(element.linktype, element.linkurl ?? '');
  if (address === null) return <NoFrame element={element} />;
  return <FramePlayer element={element} address={address} protocol={vimeo} onEnd={onEnd} />;
};

export default VimeoViewer;
