import { Button, Loader } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ElementView } from '@skyshelf/contracts/browser';
import { useRef } from 'react';
import { kindIconOf } from '../../../shared/kinds/kind-icons.js';
import { text } from '../../../shared/messages/en.js';
import { windowsTexts } from '../../../shared/messages/windows-texts.js';
import type { PlayerProtocol } from './players/players.js';
import { usePlayerFrame } from './players/use-player-frame.js';
import css from './frame-viewer.module.css';

interface FramePlayerProps {
  element: ElementView;
  address: string;
  protocol: PlayerProtocol | null;
  /** The operator's hosts: may run and open windows, but not take this page elsewhere. */
  isSandboxed?: boolean;
  onEnd: () => void;
  deadAfterMs?: number;
}

const SANDBOX =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

const withQuery = (address: string, protocol: PlayerProtocol | null): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(protocol?.query(location.origin) ?? {}))
    url.searchParams.set(name, value);
  return url.href;
};

const PAGE = /^https?:\/\//i;

export const NoFrame = ({ element }: { element: ElementView }) => (
  <div className={css.noFrame} data-no-preview>
    <img src={kindIconOf(element)} alt="" width={72} height={72} draggable={false} />
    <p role="status">{windowsTexts.frameDead}</p>
    {element.linkurl && PAGE.test(element.linkurl) && (
      <Button
        component="a"
        href={element.linkurl}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        {windowsTexts.openInTab}
      </Button>
    )}
  </div>
);

/** Its replacement when it stays silent. */
export const FramePlayer = ({
  element,
  address,
  protocol,
  isSandboxed = false,
  onEnd,
  deadAfterMs,
}: FramePlayerProps) => {
  const frameRef = useRef<HTMLIFrameElement>(null);
  const state = usePlayerFrame({
    frameRef,
    protocol,
    onEnd,
    deadAfterMs,
    origin: new URL(address).origin,
  });
  return (
    <div className={css.frame} data-player={state}>
      <iframe
        ref={frameRef}
        src={withQuery(address, protocol)}
        title={element.linkname}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // Some refuse to play without a referrer.
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox={isSandboxed ? SANDBOX : undefined}
      />
      {state === 'waiting' && (
        <Loader className={css.loader} color="white" size="sm" role="status" aria-label={text.loading} />
      )}
      {state === 'dead' && <NoFrame element={element} />}
    </div>
  );
};
