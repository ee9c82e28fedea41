import '@mantine/core/styles/SegmentedControl.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useUppyContext, useWebcam } from '@uppy/react';
import Webcam from '@uppy/webcam';
import { useCallback, useEffect, useRef, useState } from 'react';
import { text as common } from '../../../shared/messages/en.js';
import { uploadSourcesTexts as text } from '../../../shared/messages/upload-sources-texts.js';
import { useUploadEngine } from '../page-uploads.js';
import css from './upload-sources.module.css';
import { type HeadlessUppy, type PickedFile, WithUppy } from './headless-uppy.js';
import type { SourcePanelProps } from './source-panel.js';

const modes = ['video-audio', 'video-only', 'audio-only', 'picture'] as const;
type Mode = (typeof modes)[number];
type ContextUppy = ReturnType<typeof useUppyContext>['uppy'];

/** The specification's bounds, pixels. */
const video = { width: { min: 720, ideal: 1280, max: 1920 }, height: { min: 480, ideal: 720, max: 1080 } };

/** A camera that opens after its panel has gone is closed at once. */
const endLateStream = (uppy: ContextUppy): void => {
  for (const track of uppy.getPlugin('Webcam')?.stream?.getTracks() ?? []) track.stop();
};

interface ChoicesProps {
  webcam: ReturnType<typeof useWebcam>;
  mode: Mode;
  isSeen: boolean;
}

const Choices = ({ webcam, mode, isSeen }: ChoicesProps) => {
  const { recordedVideo, capturedSnapshot, isRecording, cameraReady } = webcam.state;
  if (isRecording)
    return (
      <Button variant="danger" {...webcam.getStopRecordingButtonProps()}>
        {text.stopRecording}
      </Button>
    );
  if (recordedVideo ?? capturedSnapshot)
    return (
      <>
        <Button variant="quiet" {...webcam.getDiscardButtonProps()}>
          {text.discard}
        </Button>
        <Button {...webcam.getSubmitButtonProps()}>{common.actions.upload}</Button>
      </>
    );
  return mode === 'picture' ? (
    <Button {...webcam.getSnapshotButtonProps()} disabled={!cameraReady || !isSeen}>
      {text.takePicture}
    </Button>
  ) : (
    <Button {...webcam.getRecordButtonProps()} disabled={!cameraReady}>
      {text.record}
    </Button>
  );
};

const Camera = ({ mode, again, done }: { mode: Mode; again: () => void; done: () => void }) => {
  const latestDone = useRef(done);
  useEffect(() => {
    latestDone.current = done;
  }, [done]);
  // With another function the library would start over and end the recording.
  const submitted = useCallback(() => latestDone.current(), []);
  const webcam = useWebcam({ onSubmit: submitted });
  const { start, stop, state } = webcam;
  const { uppy } = useUppyContext();
  const camera = uppy.getPlugin('Webcam');
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    start();
    return () => {
      stop();
      uppy.on('state-update', () => endLateStream(uppy));
    };
  }, [start, stop, uppy]);
  if (state.cameraError)
    return (
      <div className={css.centre} role="alert">
        <p className={css.note}>{text.noCamera(mode === 'audio-only')}</p>
        <Button onClick={again}>{common.dialogs.tryAgain}</Button>
      </div>
    );
  return (
    <>
      {camera && (
        <CameraPreview
          camera={camera}
          recorded={state.recordedVideo}
          taken={state.capturedSnapshot}
          hasPicture={mode !== 'audio-only'}
          onSeen={setIsSeen}
        />
      )}
      <div className={css.choices}>
        <Choices webcam={webcam} mode={mode} isSeen={isSeen} />
      </div>
    </>
  );
};

const WebcamPanel = ({ targetFolder, done }: SourcePanelProps) => {
  const [mode, setMode] = useState<Mode>('video-audio');
  const [attempt, setAttempt] = useState(0);
  const uploads = useUploadEngine();
  const picked = useCallback(
    ({ data, name, type }: PickedFile) => {
      if (data instanceof Blob) uploads.add(targetFolder, [new File([data], name, { type })], 'webcam');
    },
    [targetFolder, uploads],
  );
  const equip = (uppy: HeadlessUppy): void =>
    void uppy.use(Webcam, {
      modes: [mode],
      mirror: true,
      mobileNativeCamera: false,
      videoConstraints: video,
    });
  return (
    <div className={css.centre}>
      <SegmentedControl
        fullWidth
        size="xs"
        className={css.modes}
        aria-label={text.mode}
        value={mode}
        onChange={(value) => setMode(modes.find((each) => each === value) ?? 'picture')}
        data={modes.map((value) => ({ value, label: text.modes[value] }))}
      />
      <WithUppy key={`${mode} ${attempt}`} equip={equip} picked={picked}>
        <Camera mode={mode} again={() => setAttempt(attempt + 1)} done={done} />
      </WithUppy>
    </div>
  );
};

export default WebcamPanel;

interface CameraPreviewProps {
  camera: Webcam<Record<string, unknown>, Record<string, never>>;
  /** Object URLs; null while the camera shows. */
  recorded: string | null;
  taken: string | null;
  hasPicture: boolean;
  onSeen: (isSeen: boolean) => void;
}

/** The stream is set once: each time more it would play again. So without the library's own props. */
const CameraPreview = ({ camera, recorded, taken, hasPicture, onSeen }: CameraPreviewProps) => {
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
      aria-label={text.cameraPreview}
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
