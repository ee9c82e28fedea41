import { IconCheck } from '@tabler/icons-react';
import { useInstallation } from '../../shared/installation/installation-api.js';
import { kindIcons } from '../../shared/kinds/kind-icons.js';
import { uploadSourcesTexts } from '../../shared/messages/upload-sources-texts.js';
import { introTexts as text } from '../../shared/messages/intro-texts.js';
import vimeo from '../../shared/kinds/icons/links/vimeo.svg';
import youtube from '../../shared/kinds/icons/links/youtube.svg';
import { Scene, scenes } from './product-picture.js';
import css from './sections.module.css';

const uploads = [kindIcons.archive, kindIcons.image, kindIcons.audio];
/** Percent that has been sent. */
const sent = [100, 100, 64];
const links = [youtube, vimeo, kindIcons.website];
const clouds = ['dropbox', 'drive', 'onedrive'] as const;

export const UploadSection = () => {
  const configured = useInstallation()?.configuredSources ?? [];
  const names = clouds
    .filter((cloud) => configured.includes(cloud))
    .map((cloud) => uploadSourcesTexts.names[cloud])
    .join(', ');
  return (
    <section className={css.section}>
      <div className={css.words}>
        <h2>{text.upload.title}</h2>
        <p>{text.upload.text}</p>
        {names !== '' && <p>{text.upload.providers(names)}</p>}
      </div>
      <div className={css.uploads} aria-hidden>
        {text.upload.files.map((name, index) => (
          <div key={name}>
            <img src={uploads[index]} alt="" width={30} height={30} />
            <span>{name}</span>
            <i className="meter">
              <b style={{ width: `${sent[index]}%` }} />
            </i>
            {sent[index] === 100 && <IconCheck size={18} />}
          </div>
        ))}
      </div>
    </section>
  );
};

export const LinkSection = () => {
  const pictures = useInstallation()?.websitePictures ?? false;
  return (
    <section className={css.section} data-turned>
      <div className={css.words}>
        <h2>{text.links.title}</h2>
        <p>{text.links.text}</p>
        {pictures && <p>{text.links.pictures}</p>}
      </div>
      <div className={css.links} aria-hidden>
        {text.links.names.map((name, index) => (
          <figure key={name}>
            {links[index] === kindIcons.website && !pictures ? (
              <b>{name.slice(0, 1)}</b>
            ) : (
              <Scene colours={Object.values(scenes)[index] ?? scenes.sea} />
            )}
            <figcaption>
              <img src={links[index]} alt="" width={20} height={20} />
              <span className="one-line">{name}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
};
