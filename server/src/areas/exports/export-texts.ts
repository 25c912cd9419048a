/** As people read it: 48,210. */
export const numberText = (count: number): string => count.toLocaleString('en-US')

const rowsText = (count: number) => (count === 1 ? '1 row' : `${numberText(count)} rows`)

/** What people are told of their exports. */
export const texts = {
  ready: (rows: number) => `It has ${rowsText(rows)}. You can download it for 7 days.`,
  tooManyRows: (most: number) => `The list has more than ${numberText(most)} rows. Filter it and export it again.`,
  noAccess: 'You no longer have access to this list.',
  broken: 'Something went wrong on our side. Export the list again.',
  tooMany: (most: number) => `You already have ${most} exports in progress. Wait until one of them is done.`,
  notReady: 'This export isn’t ready yet.',
  failed: 'This export failed. Export the list again.',
}
