const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
const goodFor = (count: number, unit: string) => `The link works once and ends in ${plural(count, unit)}.`

export const texts = {
  copyHint: 'Or open this address:',
  ignore: 'If you did not ask for this, ignore this mail. Nothing changes.',
  registration: {
    subject: 'Finish signing up to Throughline',
    heading: 'Finish signing up',
    body: 'Choose a username and a password to open your workspace.',
    action: 'Finish signing up',
    expires: (hours: number) => goodFor(hours, 'hour'),
  },
  accountExists: {
    subject: 'You already have a Throughline account',
    heading: 'You already have an account',
    body: 'Someone, probably you, tried to register this address again. Sign in with the account you have. If you no longer know the password, choose Forgot Password? there.',
    action: 'Sign in',
  },
  passwordReset: {
    subject: 'Reset your Throughline password',
    heading: 'Reset your password',
    body: 'Choose a new password for your account.',
    action: 'Choose a new password',
    expires: (minutes: number) => goodFor(minutes, 'minute'),
  },
  emailChange: {
    subject: 'Confirm your new e-mail address',
    heading: 'Confirm your new address',
    body: 'Your account changes to this address as soon as you confirm it.',
    action: 'Confirm this address',
    expires: (hours: number) => goodFor(hours, 'hour'),
  },
  emailChanged: {
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    body: (address: string) => `Your Throughline account now uses ${address}. Mail no longer goes to this address.`,
    notYou: 'If this was not you, tell the owner of your organization at once.',
  },
  invitation: {
    subject: (organization: string) => `Join ${organization} on Throughline`,
    heading: (organization: string) => `Join ${organization}`,
    body: (invitedBy: string, organization: string, role: string) =>
      `${invitedBy} invited you to work in ${organization} with the role ${role}.`,
    action: 'Accept the invitation',
    expires: (days: number) => goodFor(days, 'day'),
    ignore: 'If you do not know the sender, ignore this mail.',
  },
} as const
