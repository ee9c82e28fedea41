import type Webcam from '@uppy/webcam';
import { useEffect, useRef } from 'react';
import { text } from '../../../shared/messages/en.js';
import css from './upload-sources.module.css';

interface CameraPreviewProps {
  camera: Webcam<Record<string, unknown>, Record<string, never>>;
  /** Object URLs; null while the camera shows. */
  recorded: string | null;
  taken: string | null;
  hasPicture: boolean;
  onSeen: (isSeen: boolean) => void;
}

/** The stream is set once: each time more it would play again. So without the library's own props. */
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
