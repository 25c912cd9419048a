import type { Assignee, Escalation, Step as FlowStep, Route } from '@throughline/contracts/workflow-document'
import { truncate } from '../../../core/truncate.ts'
import { Answers } from './answers.ts'
import { fresh, slug } from './parse-text.ts'
import {
  type Approval,
  type Choice,
  isStep,
  type Message,
  type Part,
  type Pause,
  type Step,
  type Task,
  type Timing,
} from './parts.ts'
import type { Topic } from './topics.ts'

export interface Assembled {
  steps: Record<string, FlowStep>
  start: string
  ids: Map<Step, string>
  forks: boolean
}

/** The parts inside one another in the order of the outline: side ways first, then the way on. */
function inside(part: Part): Part[] {
  if (part.is === 'choice') return [part, ...[...part.yes, ...part.no].flatMap(inside)]
  if (part.is === 'fork') return part.ways.flat().flatMap(inside)
  if (part.is === 'approval') return [part, ...(part.rejected ?? []).flatMap(inside)]
  return [part]
}

const nameOf = (step: Step): string => (step.is === 'choice' ? `${step.test.label}?` : step.name)

const soon = ({ due, escalation }: Timing) => {
  const kept = escalation.filter(({ from }) => due !== undefined || from === 'open')
  return {
    ...(due !== undefined && { due: { in: due } }),
    ...(kept.length > 0 && { escalation: kept.slice(0, 5) satisfies Escalation[] }),
  }
}

/** Makes steps of the parts and leads them on to one another. */
export function assemble(parts: readonly Part[], topic: Topic | undefined): Assembled {
  const answers = new Answers(parts, topic)
  const all = parts.flatMap(inside)
  const ids = new Map<Step, string>()
  const taken = new Set<string>()
  for (const step of all.filter(isStep)) {
    const id = fresh(slug(nameOf(step)) || 'step', taken)
    taken.add(id)
    ids.set(step, id)
  }
  const made = new Map<string, FlowStep>()
  const [first] = parts
  const start = (first && isStep(first) ? ids.get(first) : undefined) ?? ''
  const idOf = (step: Step) => ids.get(step) ?? ''

  const each = (noun: string | undefined) => {
    const list = noun === undefined ? undefined : answers.lists.get(noun)
    return list !== undefined && { each: { list: `vars.${list}`, order: 'at_once' as const, until: 'all' as const } }
  }

  const task = (part: Task, next: string[]): FlowStep => ({
    id: idOf(part),
    type: 'manual',
    name: part.name,
    ...(part.party.said !== undefined && { description: `To be done by: ${part.party.said}` }),
    next,
    fields: answers.fields.get(part) ?? [],
    assignee: part.party.assignee,
    ...soon(part.timing),
    ...each(part.each),
  })

  const route = (rejected: Part[]): Route => {
    const [only] = rejected
    if (!only || only.is === 'end') return { end: 'rejected' }
    return { next: link(rejected, []) }
  }

  const approval = (part: Approval, next: string[]): FlowStep => {
    const { parties, rule = 'first', inOrder = false } = part.parties
    const approvers: Assignee[] = parties.map(({ assignee }) => assignee)
    const unknown = parties.flatMap(({ said }) => said ?? [])
    return {
      id: idOf(part),
      type: 'approval',
      name: part.name,
      ...(unknown.length > 0 && { description: `To be decided by: ${unknown.join(', ')}` }),
      next,
      approvers,
      rule,
      order: inOrder ? 'in_order' : 'at_once',
      ...soon(part.timing),
      ...each(part.each),
      ...(part.rejected && { on_reject: route(part.rejected) }),
    }
  }

  const message = (part: Message, next: string[]): FlowStep => {
    const variable = answers.variables.get(part)
    const toStarter = !('outsider' in part.to) && 'starter' in part.to.assignee
    const to =
      part.each !== undefined && !toStarter
        ? '{{ item.email }}'
        : variable === undefined
          ? '{{ instance.starter }}'
          : `{{ vars.${variable} }}`
    const about = part.about === '' ? (topic?.name ?? 'Your request') : part.about
    return {
      id: idOf(part),
      type: 'tool',
      name: part.name,
      next,
      tool_id: 'email.send',
      tool_name: 'Send email',
      input: { parameters: { to, subject: truncate(about, 120), text: `This is about: ${about}` } },
      ...each(part.each),
    }
  }

  const pause = (part: Pause, next: string[]): FlowStep => {
    const variable = answers.variables.get(part)
    const time = variable === undefined ? { for: part.for ?? '1d' } : { until: `vars.${variable}` }
    return { id: idOf(part), type: 'wait', name: part.name, next, ...time }
  }

  const choice = (part: Choice, next: string[]): FlowStep => {
    const yes = link(part.yes, next)
    const no = link(part.no, next)
    return {
      id: idOf(part),
      type: 'condition',
      name: nameOf(part),
      next: [...new Set([...yes, ...no])],
      branches: [{ name: part.test.label, when: part.test.when(answers.variables.get(part) ?? ''), next: yes }],
      else: no,
    }
  }

  const stepOf = (part: Step, next: string[]): FlowStep => {
    if (part.is === 'task') return task(part, next)
    if (part.is === 'approval') return approval(part, next)
    if (part.is === 'message') return message(part, next)
    return part.is === 'pause' ? pause(part, next) : choice(part, next)
  }

  function link(sequence: readonly Part[], after: string[]): string[] {
    return sequence.reduceRight<string[]>((next, part) => {
      if (part.is === 'end') return []
      if (part.is === 'back') return [start]
      if (part.is === 'fork') return [...new Set(part.ways.flatMap((way) => link(way, next)))]
      made.set(idOf(part), stepOf(part, next))
      return [idOf(part)]
    }, after)
  }

  link(parts, [])
  const ordered = all.filter(isStep).flatMap((part): [string, FlowStep][] => {
    const step = made.get(idOf(part))
    return step ? [[step.id, step]] : []
  })
  return { steps: Object.fromEntries(ordered), start, ids, forks: all.length > 0 && hasFork(parts) }
}

const hasFork = (parts: readonly Part[]): boolean =>
  parts.some(
    (part) =>
      part.is === 'fork' ||
      (part.is === 'choice' && (hasFork(part.yes) || hasFork(part.no))) ||
      (part.is === 'approval' && hasFork(part.rejected ?? [])),
  )
