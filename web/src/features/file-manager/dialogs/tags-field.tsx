import { TagsInput } from '@mantine/core';
import { useMemo } from 'react';
import { limits } from '@skyshelf/contracts/browser';
import { sameTags, tagsOf } from '@skyshelf/contracts/rules';
import { useAppSelector } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { useListTagsQuery } from '../elements-api.js';
import { cachedListings } from '../../../shared/listings/listing-cache.js';

interface TagsFieldProps {
  tags: string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

/** All that the user has; until they come, those of the folders seen so far. */
const useKnownTags = (): string[] => {
  const { data } = useListTagsQuery(undefined, { refetchOnMountOrArgChange: true });
  const seen = useAppSelector(
    (state) => cachedListings(state).flatMap(({ listing }) => listing.docs.flatMap((doc) => doc.linktag)),
    sameTags,
  );
  return useMemo(() => {
    const all = data?.docs.map(({ tag }) => tag) ?? [];
    return [...new Set([...all, ...seen])].sort();
  }, [data, seen]);
};

export const TagsField = ({ tags, error, onChange }: TagsFieldProps) => (
  <TagsInput
    label={text.dialogs.tags}
    description={text.dialogs.tagsHint}
    placeholder={tags.length === 0 ? text.dialogs.tagsAdd : ''}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    value={tags}
    data={useKnownTags()}
    maxTags={limits.maxTags}
    error={error}
    splitChars={[',', ';']}
    acceptValueOnBlur
    maxDropdownHeight={160}
    comboboxProps={{ withinPortal: true, shadow: 'md' }}
    onChange={(next) => onChange(tagsOf(next))}
  />
);
