import { frameAddress } from '@skyshelf/contracts/rules';
import { useInstallationQuery } from '../../../shared/installation/installation-api.js';
import { Fetching } from './fetching.js';
import { FramePlayer, NoFrame } from './frame-viewer.js';
import type { ViewerProps } from './viewer-entry.js';

/** A video of a host that the operator names, kept from taking the page elsewhere. */
const EmbedViewer = ({ element, onEnd }: ViewerProps) => {
  const { data: installation, isLoading } = useInstallationQuery();
  if (isLoading) return <Fetching />;
  const address = frameAddress(element.linktype, element.linkurl ?? '', installation?.videoHosts);
  if (address === null) return <NoFrame element={element} />;
  return <FramePlayer element={element} address={address} protocol={null} isSandboxed onEnd={onEnd} />;
};

export default EmbedViewer;
