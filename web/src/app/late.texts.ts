import { catalogue } from '../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  logOutQuestion: 'Are you sure you want to log out? You will need to sign in again to access your account.',
  restricted: "You don't have permission to access this feature of the application.",
})

/** For pages and parts that the first load goes without. */
export const texts = catalogue({
  themes: { light: 'Light', dark: 'Dark', system: 'System' },
  keyboardShortcuts: 'Keyboard shortcuts',
  chord: (first: string, second: string) => `${first} then ${second}`,
  unread: 'unread',
  phone: { bar: 'Main', home: 'Home', more: 'More', everything: 'All areas', back: 'Back', clear: 'Clear search' },
  backHome: 'Back to My Workspace',
  restrictedAdvice: "Ask your organization's administrator for access.",
  notFound: { title: 'Not found', text: 'It may have been deleted, or you don’t have access to it.' },
})
