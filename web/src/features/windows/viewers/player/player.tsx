import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlaybackRateButton,
  MediaPlayButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { addTranslation } from 'media-chrome/dist/utils/i18n.js';
import { En } from 'media-chrome/dist/lang/en.js';
import type { ReactNode } from 'react';
import css from './player.module.css';

// A button's label begins with its text.
addTranslation('en', { ...En, 'Playback rate {playbackRate}': '{playbackRate}x, playback rate' });

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface PlayerProps {
  /** A sound has no picture to cover: its bar stays in sight. */
  isSound?: boolean;
  /** The element that plays, with `slot="media"`. */
  children: ReactNode;
}

/** The library's controls keep all keys: Escape would close no window, F6 lead nowhere. */
export const Player = ({ isSound = false, children }: PlayerProps) => (
  <MediaController className={css.player} audio={isSound} autohide={isSound ? '-1' : '2'} data-takes-arrows>
    {children}
    {!isSound && <MediaLoadingIndicator slot="centered-chrome" noAutohide className={css.loading} />}
    <MediaControlBar className={css.bar}>
      <MediaPlayButton />
      <MediaMuteButton />
      <MediaVolumeRange className={css.volume} />
      <MediaTimeDisplay showDuration noToggle className={css.time} />
      <MediaTimeRange className={css.range} />
      <MediaPlaybackRateButton rates={RATES} />
      {!isSound && <MediaPipButton />}
      {!isSound && <MediaFullscreenButton />}
    </MediaControlBar>
  </MediaController>
);
