import type { Task } from '@throughline/contracts/tasks'
import { listText } from '../../../shared/format/list-text.ts'
import { texts } from './approval.texts.ts'

type Decided = Pick<Task, 'rule' | 'seats' | 'leads' | 'item'>

export function tally({ rule, seats }: Pick<Task, 'rule' | 'seats'>) {
  const needed = rule === 'all' ? seats.length : rule === 'first' || rule === null ? 1 : rule
  return { needed, given: seats.filter(({ verdict }) => verdict === 'approve').length }
}

export function ruleText({ rule, seats, in_order }: Pick<Task, 'rule' | 'seats' | 'in_order'>): string {
  const who =
    rule === 'all'
      ? texts.rules.all
      : rule === 'first' || rule === null
        ? texts.rules.first
        : texts.rules.some(rule, seats.length)
  return in_order ? `${who}, ${texts.rules.inOrder}` : who
}

function approveLeads({ leads, item, ...task }: Decided): string {
  const { needed, given } = tally(task)
  const more = needed - given - 1
  if (more > 0) return texts.moreAfter(more)
  if (item !== null) return texts.lastOfItem
  const last = texts.lastVote(given + 1, needed)
  const { approve } = leads
  if (approve.length === 0) return last
  const next = approve.length === 1 ? texts.nextAfter : texts.nextAfterMany
  return `${last} ${next(listText(approve))}`
}

/** How many rejections it takes beside one's own: the others may still bring enough approvals together. */
function rejectionsAfter({ rule, seats }: Pick<Task, 'rule' | 'seats'>): number {
  if (typeof rule !== 'number') return 0
  const given = seats.filter(({ verdict }) => verdict === 'reject').length
  return Math.max(0, seats.length - rule - given)
}

function rejectLeads(reject: readonly string[], more: number): string {
  const names = listText(reject)
  if (more === 0) return reject.length === 0 ? texts.rejectEnds : texts.rejectTo(names)
  const last = reject.length === 0 ? texts.rejectionsEnd(more) : texts.rejectionsTo(more, names)
  return `${texts.othersDecide} ${last}`
}

function backLeads({ leads: { reject, changes }, item, ...task }: Decided): string[] {
  const more = rejectionsAfter(task)
  const same = changes !== null && reject.length > 0 && reject.join('\n') === changes.join('\n')
  if (same && more === 0 && item === null) return [texts.bothBack(listText(reject))]
  const rejecting = item === null ? rejectLeads(reject, more) : texts.oneOfMany
  if (changes === null) return [rejecting]
  return [rejecting, changes.length === 0 ? texts.changesEnd : texts.changesTo(listText(changes))]
}

/** What each of the buttons does next. */
export const leadsText = (task: Decided): string => [approveLeads(task), ...backLeads(task)].join(' ')
