import { counted } from '../../../shared/format/count.ts'
import { capitalized, spelled } from '../../../shared/format/spelled.ts'
import { catalogue } from '../../../ui/catalogue.ts'

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

export const texts = catalogue({
  decision: 'Decision',
  answers: 'Answers so far',
  noFacts: 'No answers or files from earlier steps.',
  fileInSight: 'File shown',
  fileOf: (at: number, of: number) => `${at} of ${of}`,
  fileLoading: 'Loading file...',
  askedAgain: 'Asked again',
  gaveBefore: {
    approve: (version: number | null, when: string) =>
      version === null ? `Approved ${when}` : `Approved version ${version} ${when}`,
    reject: (version: number | null, when: string) =>
      version === null ? `Rejected ${when}` : `Rejected version ${version} ${when}`,
  },
  withVersion: (when: string, version: number) => `${when}, version ${version}`,
  approveVersion: (version: number) => `Approve version ${version}`,
  ownVersion: 'You uploaded this version, so someone else has to approve it.',
  waitsForFile: 'You can approve once the file has loaded.',
  boundToBytes: 'Your decision applies to this exact file.',
  changedMeanwhile: 'The files changed after you opened them. Review the current versions, then decide again.',
  pressAgain: 'Your decision wasn’t recorded. Press again to decide on the current versions.',
  approvals: 'Approvals',
  given: (given: number, needed: number) => `${given} of ${counted(needed, 'approval')}`,
  rules: {
    first: 'the first decision counts',
    all: 'all must approve',
    some: (needed: number, of: number) => `${spelled(needed)} of ${spelled(of)} must approve`,
    inOrder: 'one after another',
  },
  you: 'You',
  anyone: (queue: string) => `Anyone in ${queue}`,
  asked: (when: string) => `Asked ${when}`,
  turnToCome: 'Asked when it’s their turn',
  by: (name: string, when: string) => `${name}, ${when}`,
  yourTurn: 'Your turn',
  notYet: 'Not yet',
  verdicts: { approve: 'Approved', reject: 'Rejected', changes: 'Changes requested' },
  comment: 'Comment',
  commentNote: 'required to reject or request changes',
  commentNoteOne: 'required to reject',
  commentMissing: 'Enter a reason.',
  approve: 'Approve',
  changes: 'Request changes',
  reject: 'Reject',
  done: { approve: 'Approved', reject: 'Rejected', changes: 'Changes requested' },
  failed: 'Your decision wasn’t saved',
  busy: { approve: 'Approving...', reject: 'Rejecting...', changes: 'Sending...' },
  askOnceMore: (label: string) => `${label}?`,
  youDecided: { approve: 'You approved it', reject: 'You rejected it', changes: 'You requested changes' },
  youDecidedOn: {
    approve: (version: number) => `You approved version ${version}`,
    reject: (version: number) => `You rejected version ${version}`,
    changes: (version: number) => `You requested changes to version ${version}`,
  },
  noVote: { started: 'has no vote: started this', worked: 'has no vote: did the work' },
  noVoteYou: { started: 'You have no vote: you started this.', worked: 'You have no vote: you did the work.' },
  notMine: 'You’re not an approver for this step.',
  voted: 'You’ve already decided.',
  over: 'This has already been decided.',
  lastVote: (nth: number, of: number) =>
    of === 1
      ? 'Your approval completes this step.'
      : `Your approval is the ${ORDINALS[nth] ?? nth} of ${spelled(of)} and completes this step.`,
  moreAfter: (more: number) =>
    more === 1
      ? 'One more approval is needed after yours.'
      : `${capitalized(spelled(more))} more approvals are needed after yours.`,
  nextAfter: (names: string) => `Then ${names} starts.`,
  nextAfterMany: (names: string) => `Then ${names} start.`,
  bothBack: (names: string) => `Reject and Request changes return to ${names}. Answers are kept.`,
  rejectTo: (names: string) => `Reject goes to ${names}.`,
  rejectEnds: 'Reject ends the instance.',
  lastOfItem: 'Your decision settles this item.',
  oneOfMany: 'This is one item in a list. The decisions on all items determine what happens next.',
  othersDecide: 'If you reject, the others can still approve.',
  rejectionsTo: (more: number, names: string) =>
    more === 1
      ? `One more rejection goes to ${names}.`
      : `${capitalized(spelled(more))} more rejections go to ${names}.`,
  rejectionsEnd: (more: number) =>
    more === 1
      ? 'One more rejection ends the instance.'
      : `${capitalized(spelled(more))} more rejections end the instance.`,
  changesTo: (names: string) => `Request changes returns to ${names}. Answers are kept.`,
  changesEnd: 'Request changes ends the instance.',
})
