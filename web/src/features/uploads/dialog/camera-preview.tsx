import type Webcam from '@uppy/webcam';
import { useEffect, useRef } from 'react';
import { text } from '../../../shared/messages/en.js';
import css from './upload-sources.module.css';

interface CameraPreviewProps {
  camera: Webcam<Record<string, unknown>, Record<string, never>>;
  /** Object URLs of what was recorded, or taken; both null while the camera is looked through. */
  recorded: string | null;
  taken: string | null;
  hasPicture: boolean;
  /** Whether there is a picture of the camera to take, each time that it changes. */
  onSeen: (isSeen: boolean) => void;
}

/**
 * What the camera sees, and then what it has recorded. The stream is handed to the element once: with each further time
 * it would begin to play again, which is why the props that the library makes for an element are not used here.
 */
export const CameraPreview = ({ camera, recorded, taken, hasPicture, onSeen }: CameraPreviewProps) => {
  const video = useRef<HTMLVideoElement>(null);
  const captured = recorded ?? taken;
  const stream = captured === null ? camera.stream : null;
  useEffect(() => {
    camera.getVideoElement = () => video.current;
  }, [camera]);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  useEffect(() => () => void (captured !== null && URL.revokeObjectURL(captured)), [captured]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a camera sees has no captions
    <video
      ref={video}
      className={css.camera}
      aria-label={text.sources.cameraPreview}
      data-has-picture={hasPicture}
      data-mirrored={captured === null}
      autoPlay={captured === null}
      controls={recorded !== null}
      muted={recorded === null}
      src={recorded ?? undefined}
      poster={taken ?? undefined}
      playsInline
      onLoadedData={() => onSeen(true)}
      onEmptied={() => onSeen(false)}
    />
  );
};
