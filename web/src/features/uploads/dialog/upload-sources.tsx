import {
  IconBrandDropbox,
  IconBrandGoogleDrive,
  IconBrandOnedrive,
  IconCamera,
  IconCrop,
  IconDeviceDesktop,
  IconLink,
  type TablerIcon,
} from '@tabler/icons-react';
import { lazy, Suspense, useId, useState, type ComponentType, type KeyboardEvent } from 'react';
import { useInstallation } from '../../../shared/installation/installation-api.js';
import { uploadSourcesTexts as text } from '../../../shared/messages/upload-sources-texts.js';
import { DevicePanel } from './device-panel.js';
import type { Provider } from './provider-panel.js';
import type { SourcePanelProps } from './source-panel.js';
import css from './upload-sources.module.css';

interface Source {
  name: keyof typeof text.names;
  icon: TablerIcon;
  Panel: ComponentType<SourcePanelProps>;
}

const providerPanel = (name: Provider['name'], plugin: () => Promise<{ default: Provider['plugin'] }>) =>
  lazy(async () => {
    const [{ panelOf }, { default: loaded }] = await Promise.all([import('./provider-panel.js'), plugin()]);
    return { default: panelOf({ name, plugin: loaded }) };
  });

/** They are offered only if the operator has set them up. */
const optional: readonly string[] = ['drive', 'onedrive'];

const allSources: readonly Source[] = [
  { name: 'device', icon: IconDeviceDesktop, Panel: DevicePanel },
  { name: 'url', icon: IconLink, Panel: lazy(() => import('./url-panel.js')) },
  { name: 'dropbox', icon: IconBrandDropbox, Panel: providerPanel('dropbox', () => import('@uppy/dropbox')) },
  {
    name: 'drive',
    icon: IconBrandGoogleDrive,
    Panel: providerPanel('drive', () => import('@uppy/google-drive')),
  },
  {
    name: 'onedrive',
    icon: IconBrandOnedrive,
    Panel: providerPanel('onedrive', () => import('@uppy/onedrive')),
  },
  { name: 'webcam', icon: IconCamera, Panel: lazy(() => import('./webcam-panel.js')) },
  { name: 'imageEditor', icon: IconCrop, Panel: lazy(() => import('./image-editor-panel.js')) },
];

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const UploadSources = (props: SourcePanelProps) => {
  const [chosenName, setChosenName] = useState<Source['name']>('device');
  const id = useId();
  const configured: readonly string[] = useInstallation()?.configuredSources ?? [];
  const sources = allSources.filter(({ name }) => !optional.includes(name) || configured.includes(name));
  const at = sources.findIndex(({ name }) => name === chosenName);
  const chosen = sources[at];
  if (!chosen) return null;
  const turn = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + sources.length) % sources.length;
    setChosenName(sources[next]?.name ?? 'device');
    const tab = event.currentTarget.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div className={css.sources}>
      <div className={css.tabs} role="tablist" aria-label={text.title} onKeyDown={turn}>
        {sources.map(({ name, icon: Icon }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setChosenName(name)}
          >
            <Icon size={22} stroke={1.75} aria-hidden />
            {text.names[name]}
          </button>
        ))}
      </div>
      <div className={css.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen.name}`}>
        <Suspense fallback={<p className={css.note}>{text.loading}</p>}>
          <chosen.Panel key={chosen.name} {...props} />
        </Suspense>
      </div>
    </div>
  );
};

export default UploadSources;
