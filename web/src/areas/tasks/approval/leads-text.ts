import type { Task } from '@throughline/contracts/tasks'
import { texts } from './approval.texts.ts'

type Decided = Pick<Task, 'rule' | 'seats' | 'leads'>

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

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

function approveLeads({ leads, ...task }: Decided): string {
  const { needed, given } = tally(task)
  const more = needed - given - 1
  if (more > 0) return texts.moreAfter(more)
  const last = texts.lastVote(given + 1, needed)
  const { approve } = leads
  if (approve.length === 0) return last
  const next = approve.length === 1 ? texts.nextAfter : texts.nextAfterMany
  return `${last} ${next(list.format(approve))}`
}

function backLeads({ reject, changes }: Task['leads']): string[] {
  const same = changes !== null && reject.length > 0 && reject.join('\n') === changes.join('\n')
  if (same) return [texts.bothBack(list.format(reject))]
  const rejecting = reject.length === 0 ? texts.rejectEnds : texts.rejectTo(list.format(reject))
  if (changes === null) return [rejecting]
  return [rejecting, changes.length === 0 ? texts.changesEnd : texts.changesTo(list.format(changes))]
}

/** What each of the buttons does next. */
export const leadsText = (task: Decided): string => [approveLeads(task), ...backLeads(task.leads)].join(' ')
