import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  logOut: 'Log Out',
  logOutQuestion: 'Are you sure you want to log out?',
  denied: 'Access Denied',
  deniedText: "You don't have permission to access this page.",
  deniedAdvice: 'Please contact an administrator if you believe this is an error.',
})

export const texts = catalogue({
  product: 'Throughline',
  title: 'Administration',
  signedInAs: 'Signed in as',
  empty: 'Administration isn’t available in this version yet.',
})
