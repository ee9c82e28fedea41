import {
  IconBell,
  IconCookie,
  IconCreditCard,
  IconHome,
  IconInfoCircle,
  IconLifebuoy,
  IconLock,
  IconMail,
  IconPuzzle,
  IconRocket,
  IconScale,
  IconUser,
} from '@tabler/icons-react';
import { shellTexts as text } from '../../shared/messages/shell-texts.js';

interface MenuEntry {
  name: string;
  path: string;
  Icon: typeof IconHome;
  signedIn?: boolean;
}

export const menuEntries: readonly MenuEntry[] = [
  { name: text.home, path: '/', Icon: IconHome },
  { name: text.myAccount, path: '/account', Icon: IconUser, signedIn: true },
  { name: text.pricing, path: '/pricing', Icon: IconCreditCard },
  { name: text.extension, path: '/extension', Icon: IconPuzzle },
  { name: text.startup, path: '/startup', Icon: IconRocket },
  { name: text.faq, path: '/faq', Icon: IconLifebuoy },
  { name: text.updates, path: '/updates', Icon: IconBell },
  { name: text.about, path: '/about', Icon: IconInfoCircle },
  { name: text.contact, path: '/contact', Icon: IconMail },
  { name: text.terms, path: '/terms', Icon: IconScale },
  { name: text.privacy, path: '/privacy', Icon: IconLock },
  { name: text.cookie, path: '/cookie', Icon: IconCookie },
];
