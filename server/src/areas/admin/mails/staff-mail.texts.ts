export const texts = {
  copyHint: 'Or open this address:',
  approved: {
    subject: 'Your Throughline account is approved',
    body: 'Your account was approved. You can start right away.',
    action: 'Open Throughline',
  },
  roleChanged: {
    subject: (organization: string) => `A role was changed in ${organization}`,
    body: (person: string, role: string, organization: string) =>
      `Throughline support changed the role of ${person} in ${organization} to ${role}.`,
    note: (reason: string) => `Reason: ${reason}`,
    action: 'Review members',
  },
  invitation: {
    subject: 'Your invitation to Throughline',
    body: 'You joined our waitlist. Your workspace is ready: choose a username and a password to open it.',
    action: 'Sign up',
    note: (days: number) => `The link works once and expires in ${days} days.`,
  },
  invitedMember: {
    subject: 'You can sign in to Throughline',
    body: 'You joined our waitlist, and you already have an account. Sign in to start.',
    action: 'Sign in',
  },
}
