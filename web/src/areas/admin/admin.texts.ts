import { counted } from '../../shared/format/count.ts'
import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  logOut: 'Log Out',
  logOutQuestion: 'Are you sure you want to log out?',
  logOutFailed: 'Failed to log out. Please try again.',
  denied: 'Access Denied',
  deniedText: "You don't have permission to access this page.",
  deniedAdvice: 'Please contact an administrator if you believe this is an error.',
  tabs: {
    approvals: 'Pending User Approvals',
    organizations: 'Organizations',
    feedback: 'Feedback & Queries',
    subscriptions: 'Email Subscriptions',
  },
})

export const texts = catalogue({
  product: 'Throughline',
  title: 'Administration',
  parts: 'Administration sections',
  staffLog: 'Staff log',
  signedInAs: 'Signed in as',
  retry: 'Try Again',
  none: 'None',
  system: 'system',
  logOutFailedNote: 'You’re signed out here. We’ll keep trying.',
  unsaved: (users: number) => `Changes to ${counted(users, 'user')} aren’t saved.`,
  leaving: 'Leave without saving?',
  twoFactors: {
    title: 'Set up two-factor sign-in',
    note: 'Administration is open only to staff who also sign in with a code from an authenticator app.',
    loading: 'Loading your account...',
    failed: 'Your account couldn’t be loaded',
  },
})
