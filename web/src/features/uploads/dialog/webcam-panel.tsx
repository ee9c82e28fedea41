import '@mantine/core/styles/SegmentedControl.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useWebcam } from '@uppy/react';
import Webcam from '@uppy/webcam';
import { useCallback, useEffect, useRef, useState } from 'react';
import { text } from '../../../shared/messages/en.js';
import { uploads } from '../uploads.js';
import { WithUppy, type HeadlessUppy, type PickedFile } from './headless-uppy.js';
import type { SourcePanelProps } from './source-panel.js';
import css from './upload-sources.module.css';

const modes = ['video-audio', 'video-only', 'audio-only', 'picture'] as const;
type Mode = (typeof modes)[number];

/** Bounds of the specification, pixels. */
const video = { width: { min: 720, ideal: 1280, max: 1920 }, height: { min: 480, ideal: 720, max: 1080 } };

const Camera = ({ mode, again, done }: { mode: Mode; again: () => void; done: () => void }) => {
  const latestDone = useRef(done);
  useEffect(() => {
    latestDone.current = done;
  }, [done]);
  // With another function the library would begin anew, and end what is being recorded.
  const submitted = useCallback(() => latestDone.current(), []);
  const webcam = useWebcam({ onSubmit: submitted });
  const { start, stop, state } = webcam;
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  const { cameraError, recordedVideo, capturedSnapshot, isRecording, cameraReady } = state;
  const isCaptured = Boolean(recordedVideo ?? capturedSnapshot);
  if (cameraError)
    return (
      <div className={css.centre} role="alert">
        <p className={css.note}>{text.sources.noCamera(mode === 'audio-only')}</p>
        <Button onClick={again}>{text.dialogs.tryAgain}</Button>
      </div>
    );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a camera sees has no captions */}
      <video
        className={css.camera}
        aria-label={text.sources.cameraPreview}
        data-sound={mode === 'audio-only'}
        {...webcam.getVideoProps()}
      />
      <div className={css.choices}>
        {!isCaptured && mode === 'picture' && (
          <Button {...webcam.getSnapshotButtonProps()}>{text.sources.takePicture}</Button>
        )}
        {!isCaptured && mode !== 'picture' && !isRecording && (
          <Button {...webcam.getRecordButtonProps()} disabled={!cameraReady}>
            {text.sources.record}
          </Button>
        )}
        {isRecording && (
          <Button variant="danger" {...webcam.getStopRecordingButtonProps()}>
            {text.sources.stopRecording}
          </Button>
        )}
        {isCaptured && (
          <>
            <Button variant="quiet" {...webcam.getDiscardButtonProps()}>
              {text.sources.discard}
            </Button>
            <Button {...webcam.getSubmitButtonProps()}>{text.actions.upload}</Button>
          </>
        )}
      </div>
    </>
  );
};

/** Pictures, films and sound from the camera of this device. */
const WebcamPanel = ({ targetFolder, done }: SourcePanelProps) => {
  const [mode, setMode] = useState<Mode>('video-audio');
  const [attempt, setAttempt] = useState(0);
  const picked = useCallback(
    ({ data, name, type }: PickedFile) => {
      if (data instanceof Blob) uploads.add(targetFolder, [new File([data], name, { type })], 'webcam');
    },
    [targetFolder],
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
        aria-label={text.sources.mode}
        value={mode}
        onChange={(value) => setMode(modes.find((each) => each === value) ?? 'picture')}
        data={modes.map((value) => ({ value, label: text.sources.modes[value] }))}
      />
      <WithUppy key={`${mode} ${attempt}`} equip={equip} picked={picked}>
        <Camera mode={mode} again={() => setAttempt(attempt + 1)} done={done} />
      </WithUppy>
    </div>
  );
};

export default WebcamPanel;
