/** The words around the elements of a public form. Those of the specification are in `contracts/form-texts`. */
export const pageTexts = {
  saved: 'Saved on this device as you type',
  onlySees: (organisation: string) => `Only ${organisation} can see your answers`,
  privacy: 'Privacy',
  product: 'Throughline',
  trap: 'Leave this field empty',
  copy: 'Copy',
  print: 'Print a copy of my answers',
  another: 'Send another response',
  nothingSent: 'Nothing has been sent yet.',
  chooseFilesAgain: 'Choose your files again before you submit.',
  closed: {
    title: 'This form is closed',
    since: (title: string, day: string) => `${title} accepted responses until ${day}.`,
    full: (title: string) => `${title} has reached its response limit.`,
    byHand: (title: string) => `${title} isn’t accepting responses right now.`,
    contact: 'Something else?',
    unsent: 'Started but didn’t send it?',
    unsentText: 'Your answers are still on this device.',
  },
  notFound: {
    title: 'This form isn’t available',
    text: 'It may have been unpublished, or the link may be incomplete. Check the link, or ask the person who sent it to you.',
  },
  tryAgain: 'Try Again',
  busy: 'Many people are sending this form right now. Go back and try again in a minute.',
} as const
