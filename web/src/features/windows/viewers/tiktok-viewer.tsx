import { frameAddress } from '@skyshelf/contracts/rules';
import { FramePlayer, NoFrame } from './frame-viewer.js';
import type { ViewerProps } from './viewer-entry.js';

/** A tiktok video with its surroundings, as tiktok shows it in frames. */
const TiktokViewer = ({ element, onEnd }: ViewerProps) => {
  const address = frameAddress(element.linktype, element.linkurl ?? '');
  if (address === null) return <NoFrame element={element} />;
  return <FramePlayer element={element} address={address} protocol={null} onEnd={onEnd} />;
};

export default TiktokViewer;
