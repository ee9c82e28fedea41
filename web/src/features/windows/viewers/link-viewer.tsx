import { frameAddress, linkKinds } from '@skyshelf/contracts/rules';
import { useInstallationQuery } from '../../../shared/installation/installation-api.js';
import { Fetching } from './placeholders.js';
import { FramePlayer, NoFrame } from './frame-viewer.js';
import { vimeo, youtube } from './players/players.js';
import type { ViewerProps } from './viewer-entry.js';

const protocols = { youtube, vimeo };

/** A host that the operator names is kept from taking the page elsewhere. */
const LinkViewer = ({ element, onEnd }: ViewerProps) => {
  const { linktype, linkurl } = element;
  const { data: installation, isLoading } = useInstallationQuery();
  const kind = linkKinds.find(({ name }) => name === linktype);
  const isSandboxed = kind?.hosts === 'configured';
  if (isSandboxed && isLoading) return <Fetching />;
  const address = frameAddress(linktype, linkurl ?? '', installation?.videoHosts);
  if (address === null) return <NoFrame element={element} />;
  const protocol = kind?.player ? protocols[kind.player] : null;
  return (
    <FramePlayer
      element={element}
      address={address}
      protocol={protocol}
      isSandboxed={isSandboxed}
      onEnd={onEnd}
    />
  );
};

export default LinkViewer;
