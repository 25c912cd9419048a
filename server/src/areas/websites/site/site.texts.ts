/** The words of pages that stand in place of a website's own. */
export const siteSpec = {
  noContent: 'No website content available.',
  loadFailed: 'Failed to load website. Please try again later.',
} as const

export const siteTexts = {
  unpublished: {
    title: 'This website isn’t published',
    text: 'It was taken offline by the people who run it.',
  },
  unknown: {
    title: 'This website isn’t available',
    text: 'The link may be incomplete. Check it, or ask the person who sent it to you.',
  },
  noContent: 'There is nothing here yet',
  failed: 'Something went wrong',
  noPage: {
    title: 'We can’t find that page',
    text: 'It may have moved, or the address may be incomplete.',
    nearest: (wanted: string, page: string, former?: string) =>
      `We looked for /${wanted}. The closest match is ${page}${former ? `, which used to be /${former}` : ''}.`,
    goTo: (page: string) => `Go to ${page}`,
  },
} as const
