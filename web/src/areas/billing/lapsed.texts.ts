import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  restricted: "You don't have permission to access this feature of the application.",
})

export const texts = catalogue({
  title: 'Access restricted',
  since: (workspace: string, date: string) =>
    `${workspace}’s subscription lapsed on ${date}. You can still read and download everything, but changes have to wait until it’s paid.`,
  lapsed: (workspace: string) =>
    `${workspace}’s subscription has lapsed. You can still read and download everything, but changes have to wait until it’s paid.`,
  administrators: 'Your organization’s administrators',
  ask: 'Ask your organization’s administrator.',
  backHome: 'Back to My Workspace',
  notify: 'Notify them',
  notified: 'They were notified.',
  notifyFailed: 'The administrators couldn’t be notified',
  oneMessage: 'They’ll get one message, no matter how many people ask.',
})
