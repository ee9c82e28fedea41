import { type ElementView, messages } from '@skyshelf/contracts/browser';
import {
  type ConfiguredHosts,
  elementName,
  linkAddress,
  linkKindOf,
  matchLink,
  ruleRefusals,
  tagsOf,
  withScheme,
} from '@skyshelf/contracts/rules';
import { useInstallation } from '../../../shared/installation/installation-api.js';
import { useAppDispatch } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { nameProblem, ruleProblem } from '../names/name-problem.js';
import type { DialogProps } from '../state/overlay-slice.js';
import { ElementForm } from './element-form.js';
import {
  type FieldErrors,
  type FormFields,
  guessKind,
  hasErrors,
  type Submitted,
  tagsProblem,
  useIntention,
  useRefusal,
} from './use-element-form.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import {
  showInserted,
  useAddElementMutation,
  useAddPlaylistMutation,
  useLookUpLinkMutation,
} from '../elements-api.js';
import css from './dialogs.module.css';

const kindProblem = (kindName: string, address: string, hosts?: ConfiguredHosts): string | undefined => {
  const kind = linkKindOf(kindName, hosts);
  return kind && matchLink(kind, new URL(address), hosts) === null ? ruleRefusals[kind.wrong] : undefined;
};

const hasTitle = (kindName: string): boolean => linkKindOf(kindName)?.oembed !== undefined;

const linkOf = ({ name, url, kind }: FormFields, hosts?: ConfiguredHosts) => ({
  linkname: elementName(name),
  linkurl: linkAddress(withScheme(url)),
  linktype: kind ?? guessKind(url, hosts),
});

const SameAddress = ({ url, siblings }: { url: string; siblings: readonly ElementView[] }) => {
  const address = linkAddress(withScheme(url)).value;
  const same = address === null ? undefined : siblings.find(({ linkurl }) => linkurl === address);
  return (
    same && (
      <p className={css.note} role="status">
        {messages.sameUrl(same.linkname)}
      </p>
    )
  );
};

export const AddLinkDialog = ({ dialog, targetFolder, siblings, close }: DialogProps<'add-link'>) => {
  const dispatch = useAppDispatch();
  const [add] = useAddElementMutation();
  const [lookUp] = useLookUpLinkMutation();
  const addPlaylist = useAddPlaylist(targetFolder);
  const keyFor = useIntention();
  const refusal = useRefusal();
  const hosts = useInstallation()?.videoHosts;

  const check = (fields: FormFields): FieldErrors => {
    const { linkname, linkurl, linktype } = linkOf(fields, hosts);
    return {
      name: nameProblem({ name: linkname, folder: linktype === 'playlist', siblings }),
      url:
        ruleProblem(linkurl) ??
        (linkurl.value === null ? undefined : kindProblem(linktype, linkurl.value, hosts)),
      tags: tagsProblem(fields.tags),
    };
  };
  const propose = async (fields: FormFields): Promise<string | null> => {
    const { linkurl, linktype } = linkOf(fields, hosts);
    if (!hasTitle(linktype) || linkurl.value === null || kindProblem(linktype, linkurl.value, hosts))
      return null;
    const { data } = await lookUp({ linktype, linkurl: linkurl.value });
    return data?.title ? elementName(data.title).value : null;
  };
  const submit = async (fields: FormFields): Promise<Submitted> => {
    const { linkname, linkurl, linktype } = linkOf(fields, hosts);
    const { tags } = fields;
    const errors = check(fields);
    if (linkname.refusal !== null || linkurl.refusal !== null || hasErrors(errors)) return errors;
    const obj = { linkname: linkname.value, linkurl: linkurl.value, linktype, linktag: tagsOf(tags) };
    if (linktype === 'playlist') return addPlaylist(obj);
    const { data, error } = await add({ targetFolder, obj, key: keyFor({ targetFolder, obj }) });
    if (!data) return refusal(error);
    dispatch(showInserted(data));
    return 'done';
  };
  return (
    <ElementForm
      title={text.dialogs.addLink}
      nameLabel={text.dialogs.linkName}
      submitLabel={text.dialogs.add}
      url="editable"
      initial={{ name: dialog.name ?? '', url: dialog.url ?? '', tags: [], kind: null }}
      note={({ url }) => <SameAddress url={url} siblings={siblings} />}
      check={check}
      propose={propose}
      close={close}
      submit={submit}
    />
  );
};

interface Playlist {
  linkname: string;
  linkurl: string;
  linktag: string[];
}

const useAddPlaylist = (targetFolder: TargetFolder): ((playlist: Playlist) => Promise<Submitted>) => {
  const dispatch = useAppDispatch();
  const [lookUp] = useLookUpLinkMutation();
  const [add] = useAddPlaylistMutation();
  const keyFor = useIntention();
  const refusal = useRefusal();
  return async ({ linkname, linkurl, linktag }) => {
    const found = await lookUp({ linktype: 'playlist', linkurl });
    if (!found.data) return refusal(found.error);
    const playlist = { name: linkname, linkurl, linktag, obj: found.data.items };
    const key = keyFor({ targetFolder, playlist });
    const { data, error } = await add({ targetFolder, key, ...playlist });
    if (!data) return refusal(error);
    dispatch(showInserted({ ...data, warnings: [] }));
    return 'done';
  };
};
