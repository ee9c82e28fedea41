import Uppy, { type UppyFile } from '@uppy/core';
import { UppyContextProvider } from '@uppy/react';
import { useEffect, useState, type ReactNode } from 'react';

export type PickedFile = UppyFile<Record<string, unknown>, Record<string, never>>;
export type HeadlessUppy = Uppy<Record<string, unknown>, Record<string, never>>;

interface HeadlessUppyProps {
  equip: (uppy: HeadlessUppy) => void;
  picked: (file: PickedFile, uppy: HeadlessUppy) => void;
  children: ReactNode;
}

/** One source without interface or upload: what it picks goes to our queue. */
export const WithUppy = ({ equip, picked, children }: HeadlessUppyProps) => {
  const [uppy] = useState(() => {
    const made: HeadlessUppy = new Uppy({ autoProceed: false });
    equip(made);
    return made;
  });
  useEffect(() => {
    const pass = (file: PickedFile): void => picked(file, uppy);
    uppy.on('file-added', pass);
    return () => void uppy.off('file-added', pass);
  }, [uppy, picked]);
  return <UppyContextProvider uppy={uppy}>{children}</UppyContextProvider>;
};
