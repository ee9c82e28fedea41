import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconBrandFacebookFilled,
  IconBrandGithubFilled,
  IconBrandGoogleFilled,
  IconUser,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { Loading } from '../../shared/pages/notice.js';
import { usePageTitle } from '../../shared/pages/page-title.js';
import { Logo } from '../../shared/logo/logo.js';
import { signInTexts as text } from '../../shared/messages/sign-in-texts.js';
import { beginSignIn } from './begun-sign-ins.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import css from './sign-in.module.css';

interface SignInProps {
  to?: '/pricing';
  /** The provider is to forget who it knows. */
  fresh?: boolean;
}

const icons: Record<string, typeof IconUser> = {
  google: IconBrandGoogleFilled,
  github: IconBrandGithubFilled,
  facebook: IconBrandFacebookFilled,
};

const providerAddress = (key: string, { to, fresh }: SignInProps, moved: boolean): string => {
  const query = new URLSearchParams({
    clientState: beginSignIn(localStorage, Date.now()),
    ...(to && { returnTo: to }),
    ...(fresh && { prompt: 'login' }),
    ...(moved && { moved: '1' }),
  });
  return `/auth/${encodeURIComponent(key)}?${query}`;
};

/** A sign-in begins only there, or with a single provider. */
const chosenAddress = (key: string): string => `?${new URLSearchParams({ provider: key })}`;

/** At once with the only provider, or with the chosen one. */
const SignIn = ({ to, fresh }: SignInProps) => {
  usePageTitle(text.title);
  const { data, isError, refetch } = useProvidersQuery();
  const providers = data?.docs;
  const search = new URLSearchParams(useSearch());
  const chosen = providers?.find(({ key }) => key === search.get('provider'));
  const only = chosen ?? (providers?.length === 1 ? providers[0] : undefined);
  // The gateway redirected here from another name of this machine.
  const moved = search.has('moved');
  useEffect(() => {
    if (only) location.replace(providerAddress(only.key, { to, fresh }, moved));
  }, [only, to, fresh, moved]);

  if (only) return <Loading label={text.leaving(only.name)} />;
  if (!providers && !isError) return <Loading />;
  return (
    <main id="content" className={css.page}>
      <section className={css.card}>
        <Logo />
        <h1>{text.title}</h1>
        <p>{isError ? text.unavailable : providers?.length ? text.text : text.none}</p>
        {isError && <Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
        {providers?.map(({ key, name, kind }) => {
          const Icon = icons[kind] ?? IconUser;
          return (
            <a key={key} className={css.provider} href={chosenAddress(key)}>
              <Icon size={20} aria-hidden />
              <span>{text.with(name)}</span>
              <IconArrowRight size={18} aria-hidden />
            </a>
          );
        })}
        {providers && providers.length > 1 && <p className={css.small}>{text.otherAccount}</p>}
      </section>
    </main>
  );
};

export default SignIn;

const providersApi = api.injectEndpoints({
  endpoints: (build) => ({
    providers: build.query({
      queryFn: queryFnOf('signInProviders', (_: void) => ({})),
    }),
  }),
});
const { useProvidersQuery } = providersApi;
