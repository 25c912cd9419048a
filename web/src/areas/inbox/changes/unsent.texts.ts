import { counted, numberText } from '../../../shared/format/count.ts'
import { capitalized } from '../../../shared/format/spelled.ts'
import { catalogue } from '../../../ui/catalogue.ts'
import type { MessageAction } from '../inbox.api.ts'

type Action = MessageAction['action']

const names: Record<Action, string> = {
  approve: 'approval',
  reject: 'rejection',
  changes: 'request for changes',
  pass: 'review',
  return: 'review',
  complete: 'completion',
  answer: 'answer',
  claim: 'claim',
  retry: 'retry',
}

const named = (action: Action, version: number | undefined) =>
  version === undefined ? names[action] : `${names[action]} of version ${version}`

export const texts = catalogue({
  waitingChange: 'Waiting to send',
  waitingRow: (action: Action) => `${capitalized(names[action])} waiting to send`,
  waiting: (action: Action, version: number | undefined) => `Your ${named(action, version)} is waiting to send`,
  notYet: {
    approve: 'Not decided yet.',
    reject: 'Not decided yet.',
    changes: 'Not decided yet.',
    pass: 'Not reviewed yet.',
    return: 'Not reviewed yet.',
    complete: 'Not completed yet.',
    answer: 'Not sent yet.',
    claim: 'Not claimed yet.',
    retry: 'Not retried yet.',
  },
  sendsLater: 'We’ll send it when you’re back online.',
  asksAgain: 'If the file changes before then, we’ll ask you again.',
  undo: 'Undo',
  saved: (action: Action) => `Your ${names[action]} was saved`,
  notSaved: (action: Action, version?: number) => `Not saved: your ${named(action, version)}`,
  refused: 'The server didn’t accept it.',
  failed: 'Something went wrong on our side.',
  discard: 'Discard',
  full: 'Too many changes are waiting',
  fullNote: (most: number) => `Up to ${most} are kept until you’re back online. Reconnect to make more.`,
  offlineSince: (time: string) => `You’ve been offline since ${time}.`,
  outOfDate: 'Messages may be out of date.',
  kept: (count: number) => `${counted(count, 'change is', 'changes are')} saved here and will sync when you reconnect.`,
  someNotSaved: 'Some changes weren’t saved.',
  waitingOf: (count: number) => `${numberText(count)} waiting`,
  notSavedOf: (count: number) => `${numberText(count)} not saved`,
  notSavedBecause: (reason: string) => `Not saved: ${reason}`,
  retry: 'Retry',
})
