const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
const goodFor = (count: number, unit: string) => `The link works once and expires in ${plural(count, unit)}.`

export const texts = {
  copyHint: 'Or open this address:',
  ignore: 'If you didn’t request this, ignore this email. Nothing changes.',
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
    body: 'Someone, probably you, tried to register this address again. Sign in with the account you have. If you forgot your password, choose Forgot Password? there.',
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
    subject: 'Confirm your new email address',
    heading: 'Confirm your new address',
    body: 'Your account will use this address once you confirm it.',
    action: 'Confirm this address',
    expires: (hours: number) => goodFor(hours, 'hour'),
  },
  emailChanged: {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    body: (address: string) => `Your Throughline account now uses ${address}. Email no longer goes to this address.`,
    message: (address: string) => `Your Throughline account now uses ${address}.`,
    notYou:
      'If you didn’t do this, take back your account. It will use this address again, and everyone will be signed out.',
    action: 'This wasn’t me',
    expires: (days: number) => goodFor(days, 'day'),
  },
  notice: {
    action: 'Review your account',
    notYou: 'If this wasn’t you, change your password and sign out all other devices right away.',
    plain: {
      password_changed: {
        subject: 'Your password was changed',
        body: 'The password of your Throughline account was changed. Other devices were signed out.',
      },
      two_factors_on: {
        subject: 'Two-factor sign-in is on',
        body: 'From now on your Throughline account asks for a code from your authenticator app when you sign in.',
      },
      two_factors_off: {
        subject: 'Two-factor sign-in is off',
        body: 'Your Throughline account no longer asks for a code when you sign in.',
      },
      recovery_codes_renewed: {
        subject: 'Your recovery codes were renewed',
        body: 'New recovery codes were created for your Throughline account. The old ones no longer work.',
      },
      google_connected: {
        subject: 'Google was connected to your account',
        body: 'You can now sign in to Throughline with Google.',
      },
      google_disconnected: {
        subject: 'Google was disconnected from your account',
        body: 'You can no longer sign in to Throughline with Google. Use your password.',
      },
      account_kept: {
        subject: 'Your account won’t be deleted',
        body: 'Your Throughline account won’t be deleted. Nothing has changed.',
      },
    },
    newDevice: {
      subject: 'New sign-in to your account',
      body: (device: string, address: string, at: string) =>
        `Your Throughline account was used with a new device: ${device}, from ${address}, on ${at}.`,
    },
    emailChangeAsked: {
      subject: 'A change to your email address was requested',
      body: (address: string) =>
        `Someone asked to change your Throughline account to ${address}. It changes once the link sent there is opened.`,
    },
    emailChangeUndone: {
      subject: 'Your email address change was undone',
      body: (address: string) =>
        `Your Throughline account uses ${address} again, and everyone was signed out. Someone used the link we sent to that address when it was changed.`,
      notYou: 'If you didn’t expect this, contact the owner of your organization.',
    },
    deletionPlanned: {
      subject: 'Your account will be deleted',
      body: (at: string) =>
        `Your Throughline account and your own workspace will be permanently deleted on ${at}. Until then, you can change your mind.`,
      action: 'Keep my account',
    },
    deleted: {
      subject: 'Your account was deleted',
      body: 'Your Throughline account and your own workspace were permanently deleted. Thank you for using Throughline.',
    },
  },
  invitation: {
    subject: (organization: string) => `Join ${organization} on Throughline`,
    heading: (organization: string) => `Join ${organization}`,
    body: (invitedBy: string, organization: string, role: string) =>
      `${invitedBy} invited you to work in ${organization} with the role ${role}.`,
    action: 'Accept the invitation',
    expires: (days: number) => goodFor(days, 'day'),
    ignore: 'If you don’t know the sender, ignore this email.',
  },
} as const
