import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconBrandFacebookFilled,
  IconBrandGithubFilled,
  IconBrandGoogleFilled,
  IconUser,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { Loading } from '../../shared/pages/loading.js';
import { Logo } from '../../shared/logo/logo.js';
import { text } from '../../shared/messages/en.js';
import { api } from '../../shared/api/api.js';
import { noteSignInStarted } from './started-here.js';
import css from './sign-in.module.css';

interface SignInProps {
  /** Where to go after logging in, when not to the files. */
  to?: '/pricing';
  /** Ask the provider to forget who it knows. */
  fresh?: boolean;
}

const icons: Record<string, typeof IconUser> = {
  google: IconBrandGoogleFilled,
  github: IconBrandGithubFilled,
  facebook: IconBrandFacebookFilled,
};

const addressOf = (key: string, { to, fresh }: SignInProps): string => {
  const query = new URLSearchParams({
    ...(to && { returnTo: to }),
    ...(fresh && { prompt: 'login' }),
  }).toString();
  return `/auth/${encodeURIComponent(key)}${query && `?${query}`}`;
};

/** Starts a login: with the only provider at once, else after a choice. */
const SignIn = (props: SignInProps) => {
  const { data: providers, isError, refetch } = api.useProvidersQuery();
  const only = providers?.length === 1 ? providers[0] : undefined;
  const address = only && addressOf(only.key, props);
  useEffect(() => {
    if (!address) return;
    noteSignInStarted();
    location.replace(address);
  }, [address]);

  if (only) return <Loading label={text.signIn.leaving(only.name)} />;
  if (!providers && !isError) return <Loading />;
  return (
    <main id="content" className={css.page}>
      <section className={css.card}>
        <Logo />
        <h1>{text.signIn.title}</h1>
        <p>{isError ? text.signIn.unavailable : providers?.length ? text.signIn.text : text.signIn.none}</p>
        {isError && <Button onClick={() => void refetch()}>{text.signIn.tryAgain}</Button>}
        {providers?.map(({ key, name, kind }) => {
          const Icon = icons[kind] ?? IconUser;
          return (
            <a key={key} className={css.provider} href={addressOf(key, props)} onClick={noteSignInStarted}>
              <Icon size={20} aria-hidden />
              <span>{text.signIn.with(name)}</span>
              <IconArrowRight size={18} aria-hidden />
            </a>
          );
        })}
        {providers && providers.length > 1 && <p className={css.small}>{text.signIn.otherAccount}</p>}
      </section>
    </main>
  );
};

export default SignIn;
