type Guide = readonly [label: string, href: string];

export const FACEBOOK_STEPS: readonly (readonly [title: string, text: string])[] = [
  ['Have a business page', 'A page of the company, not a private profile; you have to be one of its admins.'],
  [
    'Make an app for it',
    'On Meta for Developers, of the kind “Business”, with the permissions pages_manage_posts and pages_read_engagement.',
  ],
  ['Take a page access token', 'Not your own user token: that one looks connected, yet every post is refused.'],
  ['Give both to Tidyline', 'Set the two variables where Tidyline runs, start it again, and press “Test Connection”.'],
];
export const FACEBOOK_VARIABLES: readonly (readonly [name: string, text: string])[] = [
  ['FACEBOOK_PAGE_ID', 'Which page is posted to: the number under “Page transparency” in the page’s “About”.'],
  [
    'FACEBOOK_PAGE_ACCESS_TOKEN',
    'What allows Tidyline to post there and to read likes, comments and shares. It stays on the server and is never shown.',
  ],
];
export const FACEBOOK_GUIDES: readonly Guide[] = [
  ['Create a page', 'https://www.facebook.com/pages/create'],
  ['Page access tokens', 'https://developers.facebook.com/docs/pages-api/getting-started'],
];

/** Platforms that Tidyline does not publish to. */
export const OTHER_GUIDES = [
  {
    platform: 'instagram',
    text: 'Posts there need a picture and a professional account. Copy the text here, and post it from the app or from Meta Business Suite.',
    steps: [
      'Switch the account to a professional one',
      'Connect it to the Facebook page',
      'Post from the app, with a picture of your work',
    ],
    guides: [
      ['Set up a professional account', 'https://help.instagram.com/502981923235522'],
      ['Instagram for business', 'https://business.instagram.com/getting-started'],
    ],
  },
  {
    platform: 'tiktok',
    text: 'Posts there are short films. Use the text here as the caption.',
    steps: ['Switch the account to a business one', 'Put phone and website into the profile', 'Film a minute of before and after'],
    guides: [
      [
        'Switch to a business account',
        'https://support.tiktok.com/en/using-tiktok/growing-your-audience/switching-to-a-creator-or-business-account',
      ],
      ['TikTok for business', 'https://www.tiktok.com/business/en'],
    ],
  },
] as const satisfies readonly {
  platform: 'instagram' | 'tiktok';
  text: string;
  steps: readonly string[];
  guides: readonly Guide[];
}[];

export const INTEGRATIONS: readonly { name: string; text: string; links: readonly Guide[] }[] = [
  {
    name: 'Business suite',
    text: 'One inbox for the messages of Facebook and Instagram, and posts to both at once, without cost.',
    links: [['Meta Business Suite', 'https://business.facebook.com']],
  },
  {
    name: 'Scheduler tools',
    text: 'For posts to several platforms from one calendar. Copy the texts from here; what is posted there is not counted here.',
    links: [
      ['Buffer', 'https://buffer.com'],
      ['Later', 'https://later.com'],
      ['Hootsuite', 'https://www.hootsuite.com'],
    ],
  },
];
