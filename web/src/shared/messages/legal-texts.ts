export interface ReadingText {
  title: string;
  lead: string;
  sections: readonly { title: string; text: readonly string[] }[];
}

const about: ReadingText = {
  title: 'About',
  lead: 'Skyshelf keeps files, photos, video links and website links in one place: a shelf in the browser that is nice to open every day.',
  sections: [
    {
      title: 'One shelf for everything',
      text: [
        'Files and bookmarks lie side by side in the same folders, with the same tags and the same search. A trip’s photos sit next to its bookings, a recipe next to the shop that sells the spices.',
        'Pictures, music, videos and documents open in windows on the page. What a browser cannot show by itself is converted on the server where that is possible, and can be downloaded as it was in any case.',
      ],
    },
    {
      title: 'No registration',
      text: [
        'There is nothing to register and no further password. You log in with an account that you already have, and the shelf belongs to that account.',
      ],
    },
    {
      title: 'Beta',
      text: [
        'Skyshelf is in beta: it works, and it still changes. [Updates](/updates) says what is new. Keep a second copy of what you cannot do without, as with any storage.',
      ],
    },
  ],
};

const terms: ReadingText = {
  title: 'Terms',
  lead: 'What you may expect of this service, and what it expects of you.',
  sections: [
    {
      title: 'The service',
      text: [
        'The service stores the files and links that you add, and shows them to you. It is in beta and provided as it is: it may change, be interrupted or end. Keep a second copy of what you cannot do without.',
        'The free plan has room for 250 MB. [Paid plans](/pricing) are billed monthly by the payment provider; a plan that you cancel lasts until the end of the month that is paid.',
      ],
    },
    {
      title: 'What is yours',
      text: [
        'What you store stays yours. The service uses it only to do what you ask for: to keep it, show it, convert it and make small pictures of it.',
      ],
    },
    {
      title: 'What you may store',
      text: [
        'Store only what you have the right to store. Nothing that is against the law, that harms other people or their computers, and nothing that takes so much of the service that others can’t use it.',
        'The operator may remove what breaks these rules and close the account that stored it.',
      ],
    },
    {
      title: 'Your account',
      text: [
        'Whoever can log in to your account at the identity provider can open your shelf, so keep that account safe. [My Account](/account) lists where you are logged in, and ends sessions that you do not know.',
        'An account that was cancelled is kept for one month after the date of its purchase; then it can be deleted with everything in it.',
      ],
    },
    {
      title: 'Changes',
      text: ['These terms can change. The day since which they hold stands at the top of this page.'],
    },
  ],
};

const privacy: ReadingText = {
  title: 'Privacy Policy',
  lead: 'What is kept of you, why, and for how long.',
  sections: [
    {
      title: 'What comes from your identity provider',
      text: [
        'When you log in, the provider that you chose says who you are: an identifier, a name and, where it has one, your picture. The picture is copied to this server, so that your browser does not have to ask the provider for it. All three are kept for as long as your account exists. Your password never comes here.',
      ],
    },
    {
      title: 'What you store',
      text: [
        'Your files and links, their names, tags and folders, and what is made of them, such as small pictures. They are read by programs on the server only to show them to you. What you delete leaves your shelf at once and lies in the [trash](/trash), where you alone can see it, for 30 days or as long as you or the operator have chosen, and shorter where its room is needed. What is deleted forever can’t be brought back; its bytes are removed from the store some days later. What a file was before you replaced it stays in its history, which you alone can see: more and more of it is left out as time goes by, unless you give a version a name, and its room gives way as that of the trash does.',
        'Each change of your shelf is noted with the kind of program that made it, like ‘Firefox on Linux’, and nothing more of that program, so that the history of a file and [Rewind](/rewind) can say so. That stays with the change until you delete your account.',
        'Also kept: how often you opened an element, and your settings, such as dark appearance and the categories of your news. When you save what someone else’s link shows, the copy is yours alone; the owner of the link learns that it was downloaded once more, and not by whom.',
        'For links, the server may ask the site that a link leads to for its title and picture. It then learns the address of this server, not yours.',
      ],
    },
    {
      title: 'Links that show, and links that receive',
      text: [
        'With a link you show files to everyone who has its address, or let them send you files. Its title, its note and its limits are kept until you end it; its address is kept sealed, and its password in a form from which it cannot be read.',
        'Who opens such a link needs no account, and is not asked who they are, except for a name where the link asks for one. Their browser gets a cookie of that link with a random name, for 12 hours. Counted are how often a link was opened, what was downloaded, and how many bytes it sent in a day; wrong passwords are counted by network address for ten minutes. None of it says who a visitor is or which browser they use, and you see the counts alone.',
        'What people send by a link belongs to the shelf that it was sent to: its owner sees the files, when they came, and the name that was given, which becomes a tag. Which visit a file came from is kept with it, as that random name. The browser of the sender remembers the names of files that it has sent for 12 hours, and files that are not sent yet for up to 7 days, so that it can go on.',
      ],
    },
    {
      title: 'Sessions and logs',
      text: [
        'For each session the kind of device, the browser, the network it began from (an address without its last part), when it began and when it was last used are kept, so that you can see them in [My Account](/account). A session ends after 14 days at the latest.',
        'The server writes technical logs to find errors. It counts calls by address for a short time, so that no one can use up the service.',
      ],
    },
    {
      title: 'Your mail address, if you give it',
      text: [
        'You can give an address for notices in [My Account](/account): for a payment that failed, a full shelf, a deletion, or files that came by a link of yours. It is used only for these, is kept until you remove it there, and goes with your account. The provider that you log in with is not asked for your mail address.',
      ],
    },
    {
      title: 'Your place, if you allow it',
      text: [
        'For the weather your browser asks you whether it may tell where you are. The coordinates are rounded to a tenth of a degree, about ten kilometres, before the weather service is asked; it learns nothing else about you. They are not kept.',
      ],
    },
    {
      title: 'Messages to the operator',
      text: [
        'What you write on the [contact page](/contact), with the name and the mail address that you give, is sent to the operator by mail and kept here for 30 days. For a day it is counted from which network and account it came, in a form from which the network’s address cannot be read.',
      ],
    },
    {
      title: 'Payments',
      text: [
        'If you buy a plan, you pay at the payment provider; numbers of cards and your address there never come here. What the provider reports is kept for as long as your account exists: the plan, the amount and its currency, the dates, and the numbers of the subscription and of each payment.',
      ],
    },
    {
      title: 'What an administrator can see',
      text: [
        'The operator can name an administrator. That person sees which accounts were cancelled, with their plan and the date of purchase, can look at the names and the details of what such an account stores, and can delete it a month after its purchase. Each of these acts is recorded. Those who run the server can technically read what is on it.',
      ],
    },
    {
      title: 'No tracking',
      text: [
        'The pages load no scripts of others and no statistics of others. If the operator shows advertisements, they stand in a closed frame that can read nothing of the page, of your cookies or of your files; what an advertisement loads by itself comes from its own server.',
        'Videos of other sites are loaded from them when you open them; from then on those sites’ own policies hold.',
      ],
    },
    {
      title: 'Young people',
      text: [
        'If you are under 16, you need the permission of your parents or guardians to use this service.',
      ],
    },
    {
      title: 'Your rights',
      text: [
        'You may ask what is kept of you, have it corrected, get a copy of it and have it deleted. In [My Account](/account) you can download everything at once and delete your account yourself; for everything else [write to the operator](/contact).',
      ],
    },
  ],
};

const cookie: ReadingText = {
  title: 'Cookie Policy',
  lead: 'This website uses few cookies, all of them its own and all of them needed for what you ask it to do.',
  sections: [
    {
      title: 'While you are logged in',
      text: [
        'One cookie lets your browser show your own pictures and files on the page. It can’t be read by scripts, is never sent from other sites’ pages, lasts for 14 days at most and is cleared when you log out.',
      ],
    },
    {
      title: 'While you log in',
      text: [
        'A second cookie remembers for a few minutes that a login began in this browser, so that no one can slip another account under you.',
      ],
    },
    {
      title: 'While you visit a link',
      text: [
        'Someone else’s link that you open sets a cookie of that link, so that its files can be shown and you can send yours. It can’t be read by scripts, names you by a random name only and lasts for 12 hours.',
      ],
    },
    {
      title: 'What your browser keeps besides',
      text: [
        'The page itself keeps some things in your browser: the tokens of your session, how you like your folders shown, the size of windows, uploads that are not finished, the page and the folders you saw last (for when there is no network), whether you want notifications, and that you have read the notice of cookies. They stay in this browser. The tokens, the uploads, the page and the folders are removed when you log out. On the page of a link that receives files it keeps the name that you have given, and what you have sent or are still sending.',
      ],
    },
    {
      title: 'Nothing of others',
      text: [
        'No cookies for statistics or advertising are set by this website. Videos of other sites, and sites that you open from your links, may set their own.',
        'You can delete cookies in the settings of your browser. Without them you can’t log in.',
      ],
    },
  ],
};

export const legalTexts = {
  pages: { about, terms, privacy, cookie },
  effective: (day: string) => `This policy was effective ${day}.`,
  operator: 'Who runs this installation',
  noOperator: 'You can reach the people who run this server through the [contact page](/contact).',
  noAddress: 'Reach them through the [contact page](/contact).',
  updates: 'Updates',
  noUpdates: 'No Updates',
  updatesLead: 'What is new, and what was repaired.',
  unavailable: 'This cannot be shown just now.',
  tryAgain: 'Try again',
};
export type ReadingPage = keyof typeof legalTexts.pages;
