import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  due: (amount: string) => `Your payment of ${amount} didn’t go through`,
  dueByHand: (amount: string) => `Your payment of ${amount} is due`,
  dueNote: (date: string) =>
    `Everything works as usual until ${date}. After that, the workspace is read-only until you pay.`,
  pay: 'Pay now',
  seePlans: 'See plans',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  full: {
    people: 'All seats are taken',
    storage: 'Storage is full',
    runs: 'You’ve used all runs for this month',
  },
  fullNote: {
    people: 'Everyone keeps working; new invitations wait until a seat is free.',
    storage: 'You can still read, download, and delete; new files wait until there’s room.',
    runs: 'Anything running continues; new starts wait until next month or until you upgrade.',
  },
  held: (count: number) => `${counted(count, 'start is', 'starts are')} on hold and will begin automatically.`,
})
