import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const spec = catalogue({
  failed: 'Failed to load email subscriptions',
  empty: 'No email subscriptions',
  invite: 'Invite',
  remove: 'Remove',
  invited: 'User invited successfully.',
  notInvited: 'Failed to invite user. Please try again.',
  removed: 'Subscription removed successfully.',
  notRemoved: 'Failed to remove subscription. Please try again.',
  fileName: 'email_subscriptions.csv',
})

export const texts = catalogue({
  note: 'Addresses that joined the waitlist',
  loading: 'Loading email subscriptions...',
  emptyHint: 'Addresses from the landing page appear here. Export CSV appears with the first one.',
  export: 'Export CSV',
  notExported: 'The list couldn’t be exported',
  email: 'Email',
  regId: 'Registration ID',
  type: 'Type',
  since: 'Since',
  invitation: 'Invitation',
  actions: 'Actions',
  types: { waitlist: 'waitlist', updates: 'updates' },
  notInvitedYet: 'Not invited',
  invitedAt: (when: string) => `Invited ${when}`,
  joinedAt: (when: string) => `Joined ${when}`,
  bouncedAt: (when: string) => `Email bounced ${when}`,
  inviteOf: (email: string) => `Invite ${email}`,
  removeOf: (email: string) => `Remove ${email}`,
  onceADay: 'Someone else invited this address within the last 24 hours. Nothing was sent.',
  restored: 'Subscription restored.',
  notRestored: 'The subscription couldn’t be restored',
  selected: 'Actions for selected addresses',
  inviteSelected: (count: number) => `Invite ${count}`,
  addresses: (count: number) => counted(count, 'address', 'addresses'),
  addressesInvited: (what: string) => `${what} invited`,
  legend: (file: string) =>
    `${file} contains Email, Registration ID, and Type. Values a spreadsheet might run as formulas are written as text.`,
})
