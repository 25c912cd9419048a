import type { Assignee, Escalation, Step as FlowStep, Route } from '@throughline/contracts/workflow-document'
import { truncate } from '../../../core/truncate.ts'
import { Answers } from './answers.ts'
import { fresh, slug } from './parse-text.ts'
import {
  type Approval,
  type Back,
  type Choice,
  isStep,
  type Message,
  type Part,
  type Pause,
  type Request,
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
  /** What was to lead back to somebody who did nothing before. */
  unplaced: ReadonlySet<Part>
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

/** Every step of the text has an id made of its name. */
function idsOf(steps: readonly Step[]): Map<Step, string> {
  const ids = new Map<Step, string>()
  const taken = new Set<string>()
  for (const step of steps) {
    const id = fresh(slug(nameOf(step)) || 'step', taken)
    taken.add(id)
    ids.set(step, id)
  }
  return ids
}

/** Makes steps of parts, from the last to the first, so that each knows what it leads to. */
class Assembly {
  readonly #ids: ReadonlyMap<Step, string>
  readonly #start: string
  readonly #answers: Answers
  readonly #topic: Topic | undefined
  readonly #made = new Map<string, FlowStep>()
  readonly #all: readonly Part[]
  readonly unplaced = new Set<Part>()

  constructor(
    all: readonly Part[],
    ids: ReadonlyMap<Step, string>,
    start: string,
    answers: Answers,
    topic: Topic | undefined,
  ) {
    this.#all = all
    this.#ids = ids
    this.#start = start
    this.#answers = answers
    this.#topic = topic
  }

  /** Leads a sequence on to what comes after it, and says where it begins. */
  link(sequence: readonly Part[], after: string[]): string[] {
    return sequence.reduceRight<string[]>((next, part) => {
      if (part.is === 'end') return []
      if (part.is === 'back') return [this.#backTo(part)]
      if (part.is === 'fork') return [...new Set(part.ways.flatMap((way) => this.link(way, next)))]
      this.#made.set(this.#idOf(part), this.#stepOf(part, next))
      return [this.#idOf(part)]
    }, after)
  }

  /** The last thing that this party did before; else where it began. */
  #backTo(part: Back): string {
    if (!part.to || part.to.said !== undefined || 'starter' in part.to.assignee) return this.#start
    const wanted = JSON.stringify(part.to.assignee)
    const before = this.#all.slice(0, this.#all.indexOf(part))
    const did = before.findLast((one) => {
      if (one.is === 'task') return JSON.stringify(one.party.assignee) === wanted
      if (one.is !== 'approval' || one.rejected?.includes(part)) return false
      return one.parties.parties.some(({ assignee }) => JSON.stringify(assignee) === wanted)
    })
    if (did?.is === 'task' || did?.is === 'approval') return this.#idOf(did)
    this.unplaced.add(part)
    return this.#start
  }

  /** The steps made of these, in this order. */
  madeOf(steps: readonly Step[]): Record<string, FlowStep> {
    const made = steps.flatMap((part) => this.#made.get(this.#idOf(part)) ?? [])
    return Object.fromEntries(made.map((step) => [step.id, step]))
  }

  #idOf(step: Step): string {
    return this.#ids.get(step) ?? ''
  }

  #stepOf(part: Step, next: string[]): FlowStep {
    if (part.is === 'task') return this.#task(part, next)
    if (part.is === 'approval') return this.#approval(part, next)
    if (part.is === 'message') return this.#message(part, next)
    if (part.is === 'request') return this.#request(part, next)
    return part.is === 'pause' ? this.#pause(part, next) : this.#choice(part, next)
  }

  #each(noun: string | undefined) {
    const list = noun === undefined ? undefined : this.#answers.lists.get(noun)
    return list !== undefined && { each: { list: `vars.${list}`, order: 'at_once' as const, until: 'all' as const } }
  }

  #task(part: Task, next: string[]): FlowStep {
    return {
      id: this.#idOf(part),
      type: 'manual',
      name: part.name,
      ...(part.party.said !== undefined && { description: `To be done by: ${part.party.said}` }),
      next,
      fields: this.#answers.fields.get(part) ?? [],
      assignee: part.party.assignee,
      ...soon(part.timing),
      ...this.#each(part.each),
    }
  }

  #route(rejected: Part[]): Route {
    const [only] = rejected
    if (!only || only.is === 'end') return { end: 'rejected' }
    return { next: this.link(rejected, []) }
  }

  #approval(part: Approval, next: string[]): FlowStep {
    const { parties, rule = 'first', inOrder = false } = part.parties
    const approvers: Assignee[] = parties.map(({ assignee }) => assignee)
    const unknown = parties.flatMap(({ said }) => said ?? [])
    return {
      id: this.#idOf(part),
      type: 'approval',
      name: part.name,
      ...(unknown.length > 0 && { description: `To be decided by: ${unknown.join(', ')}` }),
      next,
      approvers,
      rule,
      order: inOrder ? 'in_order' : 'at_once',
      ...soon(part.timing),
      ...this.#each(part.each),
      ...(part.rejected && { on_reject: this.#route(part.rejected) }),
    }
  }

  #message(part: Message, next: string[]): FlowStep {
    const variable = this.#answers.variables.get(part)
    const toStarter = !('outsider' in part.to) && 'starter' in part.to.assignee
    const person = !('outsider' in part.to) && 'person' in part.to.assignee ? part.to.assignee.person : undefined
    const plain = person ?? (variable === undefined ? '{{ instance.starter }}' : `{{ vars.${variable} }}`)
    const to = part.each !== undefined && !toStarter && person === undefined ? '{{ item.email }}' : plain
    const about = part.about === '' ? (this.#topic?.name ?? 'Your request') : part.about
    return {
      id: this.#idOf(part),
      type: 'tool',
      name: part.name,
      next,
      tool_id: 'email.send',
      tool_name: 'Send email',
      input: { parameters: { to, subject: truncate(about, 120), text: `This is about: ${about}` } },
      ...this.#each(part.each),
    }
  }

  #request(part: Request, next: string[]): FlowStep {
    const { name, method, url } = part
    const tool = { tool_id: 'http.request', tool_name: 'HTTP request', input: { parameters: { method, url } } }
    return { id: this.#idOf(part), type: 'tool', name, next, ...tool }
  }

  #pause(part: Pause, next: string[]): FlowStep {
    const variable = this.#answers.variables.get(part)
    const time = variable === undefined ? { for: part.for ?? '1d' } : { until: `vars.${variable}` }
    return { id: this.#idOf(part), type: 'wait', name: part.name, next, ...time }
  }

  #choice(part: Choice, next: string[]): FlowStep {
    const yes = this.link(part.yes, next)
    const no = this.link(part.no, next)
    return {
      id: this.#idOf(part),
      type: 'condition',
      name: nameOf(part),
      next: [...new Set([...yes, ...no])],
      branches: [{ name: part.test.label, when: part.test.when(this.#answers.variables.get(part) ?? ''), next: yes }],
      else: no,
    }
  }
}

/** Makes steps of the parts and leads them on to one another. */
export function assemble(parts: readonly Part[], topic: Topic | undefined): Assembled {
  const all = parts.flatMap(inside)
  const steps = all.filter(isStep)
  const ids = idsOf(steps)
  const [first] = parts
  const start = (first && isStep(first) ? ids.get(first) : undefined) ?? ''
  const assembly = new Assembly(all, ids, start, new Answers(parts, topic), topic)
  assembly.link(parts, [])
  const forks = all.length > 0 && hasFork(parts)
  return { steps: assembly.madeOf(steps), start, ids, forks, unplaced: assembly.unplaced }
}

const hasFork = (parts: readonly Part[]): boolean =>
  parts.some(
    (part) =>
      part.is === 'fork' ||
      (part.is === 'choice' && (hasFork(part.yes) || hasFork(part.no))) ||
      (part.is === 'approval' && hasFork(part.rejected ?? [])),
  )
