import '@uppy/react/css/image-editor.css';
import { Button } from '@mantine/core';
import ImageEditor from '@uppy/image-editor';
import { useImageEditor } from '@uppy/react';
import {
  IconCropLandscape,
  IconCropPortrait,
  IconFlipVertical,
  IconRefresh,
  IconRotate2,
  IconRotateClockwise2,
  IconSquare,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { text as common } from '../../../shared/messages/en.js';
import { uploadSourcesTexts as text } from '../../../shared/messages/upload-sources-texts.js';
import { useUploadEngine } from '../page-uploads.js';
import { WithUppy, type HeadlessUppy, type PickedFile } from './headless-uppy.js';
import type { SourcePanelProps } from './source-panel.js';
import css from './upload-sources.module.css';

const Editor = ({ file }: { file: PickedFile }) => {
  const editor = useImageEditor({ file: file as never });
  const tools = [
    { icon: IconRotate2, props: editor.getRotateButtonProps(-90) },
    { icon: IconRotateClockwise2, props: editor.getRotateButtonProps(90) },
    { icon: IconFlipVertical, props: editor.getFlipHorizontalButtonProps() },
    { icon: IconZoomIn, props: editor.getZoomButtonProps(0.1) },
    { icon: IconZoomOut, props: editor.getZoomButtonProps(-0.1) },
    { icon: IconSquare, props: editor.getCropSquareButtonProps() },
    { icon: IconCropLandscape, props: editor.getCropLandscapeButtonProps() },
    { icon: IconCropPortrait, props: editor.getCropPortraitButtonProps() },
    { icon: IconRefresh, props: editor.getResetButtonProps() },
  ];
  const { 'aria-label': _, ...save } = editor.getSaveButtonProps();
  return (
    <>
      <div className={css.editor}>
        <img {...editor.getImageProps()} />
      </div>
      <div className={css.tools} role="toolbar" aria-label={text.names.imageEditor}>
        {tools.map(({ icon: Icon, props }) => (
          <button key={props['aria-label']} title={props['aria-label']} {...props}>
            <Icon size={18} aria-hidden />
          </button>
        ))}
      </div>
      <input className={css.slider} {...editor.getRotationSliderProps()} />
      <Button {...save}>{common.actions.upload}</Button>
    </>
  );
};

const ImageEditorPanel = ({ targetFolder, done }: SourcePanelProps) => {
  const uploads = useUploadEngine();
  const input = useRef<HTMLInputElement>(null);
  const uppyRef = useRef<HeadlessUppy | null>(null);
  const [file, setFile] = useState<PickedFile | null>(null);
  const equip = (uppy: HeadlessUppy): void => {
    uppyRef.current = uppy;
    // It would fetch the picture's address, which our policy forbids; browsers turn pictures themselves.
    uppy.use(ImageEditor, { quality: 0.9, cropperOptions: { checkOrientation: false } });
    uppy.on('file-editor:complete', ({ data, name, type }) => {
      if (!(data instanceof Blob)) return;
      uploads.add(targetFolder, [new File([data], name, { type })], 'image-editor');
      done();
    });
  };
  const picked = useCallback((each: PickedFile) => setFile(each), []);
  return (
    <div className={css.centre}>
      <WithUppy equip={equip} picked={picked}>
        {file ? (
          <Editor file={file} />
        ) : (
          <>
            <p className={css.note}>{text.editorText}</p>
            <Button onClick={() => input.current?.click()}>{text.choosePicture}</Button>
          </>
        )}
      </WithUppy>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={text.choosePicture}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) uppyRef.current?.addFile({ name: chosen.name, type: chosen.type, data: chosen });
        }}
      />
    </div>
  );
};

export default ImageEditorPanel;
