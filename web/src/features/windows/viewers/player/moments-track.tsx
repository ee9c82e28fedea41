import { filePath } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { momentsVtt } from './moments-vtt.js';

interface MomentsTrackProps {
  /** The film's sprite, as `thumbnailScrub` names it. */
  scrub: string;
  /** Of the film, in seconds. */
  duration: number;
}

/** Lets the player show, above the place that the pointer is at, what happens there. */
export const MomentsTrack = ({ scrub, duration }: MomentsTrackProps) => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const sprite = new URL(filePath(scrub), location.origin).href;
    const made = URL.createObjectURL(new Blob([momentsVtt(sprite, duration)], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [scrub, duration]);
  return address && <track kind="metadata" label="thumbnails" src={address} default />;
};
