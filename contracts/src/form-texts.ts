/** Words of the specification that the page of a form shows, verbatim. */
export const formSpec = {
  loading: 'Loading form...',
  loadFailed: 'Failed to load form. Please try again later.',
  submitting: 'Submitting your response...',
  submitFailed: 'Failed to submit form. Please try again.',
  thanks: 'Thank you for your submission!',
  recorded: 'Your response has been recorded.',
  noContent: 'No form content available...',
  unsupported: (type: string) => `Unsupported element type: ${type}`,
} as const

export const formTexts = {
  optional: 'Optional',
  choose: 'Choose one',
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  next: 'Next',
  back: 'Back',
  receipt: 'Receipt number',
  needFixing: (count: number) => (count === 1 ? '1 answer needs fixing' : `${count} answers need fixing`),
} as const
