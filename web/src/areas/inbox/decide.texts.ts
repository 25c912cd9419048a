import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  product: 'Throughline',
  openInbox: 'Open inbox',
  scanners: 'Opening this page doesn’t decide anything. Email link scanners can’t decide for you.',
  signedInAs: 'Signed in as',
  notYou: 'Not you?',
  signInTitle: 'Sign in to decide',
  signInText:
    'Someone asked for an approval. Sign in to the account this email was sent to, and we’ll bring you straight back here.',
  signIn: 'Sign in',
  loading: 'Loading...',
  failed: 'This couldn’t be loaded',
  missing: 'There’s nothing here for you',
  missingText:
    'This email was sent to someone else, or what it was about is gone. Check which account you’re signed in to.',
  noDecision: 'This doesn’t need a decision',
  noDecisionText: 'Open it in your inbox to see what it says.',
  subject: 'What the decision is about',
  requestedBy: 'Requested by',
  approvals: 'Approvals',
  due: 'Due',
  changed: 'The file changed after this email was sent.',
  changedText: 'Review the current version below. Your decision applies to it.',
  already: 'Already decided',
  alreadyBy: {
    approve: (name: string, when: string) => `${name} approved it ${when}.`,
    reject: (name: string, when: string) => `${name} rejected it ${when}.`,
    changes: (name: string, when: string) => `${name} requested changes ${when}.`,
  },
  alreadyByYou: {
    approve: (when: string) => `You approved it ${when}.`,
    reject: (when: string) => `You rejected it ${when}.`,
    changes: (when: string) => `You requested changes ${when}.`,
  },
  someone: 'Someone',
  nothingLeft: 'There’s nothing left to do, and opening this page didn’t decide anything.',
  atTime: (time: string) => `At ${time}.`,
  next: 'Next',
  openInstance: 'Open instance',
})
