import { catalogue } from '../../../ui/catalogue.ts'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const word = (n: number) => NUMBERS[n] ?? String(n)
const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

export const texts = catalogue({
  decision: 'Decision',
  decidedOn: 'What there is to decide on',
  aboutDecision: 'About this decision',
  answers: 'Answers so far',
  noFacts: 'Nothing was answered or attached before this step.',
  fileInSight: 'File in sight',
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
  waitsForFile: 'You can approve once the file is shown.',
  boundToBytes: 'Bound to these exact bytes.',
  changedMeanwhile: 'The files were changed since you looked at them. Here they are as they are now: decide again.',
  pressAgain: 'Nothing is decided yet. Press again to decide on them as they are now.',
  approvals: 'Approvals',
  given: (given: number, needed: number) =>
    needed === 1 ? `${given} of 1 approval` : `${given} of ${needed} approvals`,
  rules: {
    first: 'the first decides',
    all: 'all of them decide',
    some: (needed: number, of: number) => `${word(needed)} of ${word(of)} decide`,
    inOrder: 'one after another',
  },
  you: 'You',
  anyone: (queue: string) => `Anyone in ${queue}`,
  asked: (when: string) => `Asked ${when}`,
  turnToCome: 'Asked when it is their turn',
  by: (name: string, when: string) => `${name}, ${when}`,
  yourTurn: 'Your turn',
  notYet: 'Not yet',
  verdicts: { approve: 'Approved', reject: 'Rejected', changes: 'Changes requested' },
  comment: 'Comment',
  commentNote: 'needed to reject or request changes',
  commentNoteOne: 'needed to reject',
  commentMissing: 'Say why.',
  approve: 'Approve',
  changes: 'Request changes',
  reject: 'Reject',
  done: { approve: 'Approved', reject: 'Rejected', changes: 'Changes requested' },
  failed: 'Not decided',
  notMine: 'You are not asked here.',
  voted: 'You have decided.',
  over: 'This has been decided.',
  lastVote: (nth: number, of: number) =>
    of === 1
      ? 'Yours completes this step.'
      : `Yours is the ${ORDINALS[nth] ?? nth} of ${word(of)}: it completes this step.`,
  moreAfter: (more: number) =>
    more === 1
      ? 'One more approval is needed after yours.'
      : `${sentence(word(more))} more approvals are needed after yours.`,
  nextAfter: (names: string) => `Then ${names} starts.`,
  nextAfterMany: (names: string) => `Then ${names} start.`,
  bothBack: (names: string) => `Reject and Request changes go back to ${names}; answers are kept.`,
  rejectTo: (names: string) => `Reject goes to ${names}.`,
  rejectEnds: 'Reject ends the instance.',
  lastOfItem: 'Yours decides this one.',
  oneOfMany: 'It is one of a list: the step goes on by how all of them are decided.',
  othersDecide: 'After a Reject the others can still approve.',
  rejectionsTo: (more: number, names: string) =>
    more === 1 ? `One more rejection goes to ${names}.` : `${sentence(word(more))} more rejections go to ${names}.`,
  rejectionsEnd: (more: number) =>
    more === 1 ? 'One more rejection ends the instance.' : `${sentence(word(more))} more rejections end the instance.`,
  changesTo: (names: string) => `Request changes goes back to ${names}; answers are kept.`,
  changesEnd: 'Request changes ends the instance.',
})
