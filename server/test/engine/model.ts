import type { FlowDoc } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import type { PlanStep } from '@throughline/flow/plan'
import { type Event, type Open, type State, statusOf } from '@throughline/flow/run'
import { openItems } from '@throughline/flow/run/calls'
import type { Item } from '@throughline/flow/run/types'
import { World } from '@throughline/flow/simulate/world'
import * as z from 'zod/mini'
import type { Firm, Runs } from './firm.ts'

export type Answers = Record<string, Record<string, Json>>
type Row = Awaited<ReturnType<Firm['instance']>>
type Task = Awaited<ReturnType<Firm['tasksOf']>>[number]

const MOMENTS = new Set(['since', 'alarms', 'until'])

/** Without moments: the model's clock is its own. */
const timeless = ({ open, wait, round, status, outcome, base, returns }: State) => {
  const withoutMoments = (at: Open) => Object.fromEntries(Object.entries(at).filter(([name]) => !MOMENTS.has(name)))
  const steps = Object.entries(open).map(([id, at]) => [id, withoutMoments(at)])
  return { open: Object.fromEntries(steps), wait, round, status, outcome, base, returns }
}

const keyOf = ({ step, round, item }: { step: string; round: number; item?: number }) =>
  `${step}:${round}:${item ?? -1}`

export const answerKey = keyOf

/** The same for an act and for its repeats: who says it a second time says nothing new. */
export const actKey = (event: Event) =>
  event.t === 'done' || event.t === 'decision'
    ? `${event.t} ${keyOf(event)} ${'slot' in event ? event.slot : ''}`
    : event.t

/** Steps may be called after what every object has. */
const openAt = (open: State['open'], id: string): Open | undefined => (Object.hasOwn(open, id) ? open[id] : undefined)

/** Of tools and children, which answer by themselves. */
const isCalling = ({ type, each }: PlanStep, at: Open) => {
  if (type !== 'tool' && type !== 'subworkflow') return false
  if (!each || !at.each) return at.phase === 'working'
  return at.phase === 'working' && openItems(at).some(([, { phase }]) => phase === 'working')
}

/** What people would find: whose turn it is at each open step, and what became of all others. */
function tasksExpected(doc: FlowDoc, { plan }: Runs, { open }: State, left: ReadonlyMap<string, string>) {
  const shown = new Map<string, string>(left)
  const needed = new Set<string>()
  for (const { id, type } of plan.steps) {
    const at = openAt(open, id)
    if (!at) continue
    const note = (key: string, { phase }: Item, asks: boolean) => {
      shown.set(
        key,
        phase === 'failed' ? 'failed' : type === 'manual' || type === 'approval' ? 'pending' : 'in_progress',
      )
      if (phase === 'failed' || asks) needed.add(key)
    }
    const asks = type === 'manual' || type === 'approval' || type === 'tool'
    for (const [item, state] of openItems(at)) note(keyOf({ step: id, round: at.round, item }), state, asks)
    note(keyOf({ step: id, round: at.round }), at, asks && !at.each && doc.steps[id]?.each === undefined)
  }
  return { shown, needed }
}

const wholeOf = (key: string) => key.replace(/:-?\d+$/, ':-1')

const pickItem = (at: Open, pick: number): { item?: number; state: Item } => {
  const items = openItems(at)
  const [item, state] = items[pick % Math.max(1, items.length)] ?? []
  return item === undefined || !state ? { state: at } : { item, state }
}

function answersTo(step: FlowDoc['steps'][string] | undefined, answer: number): Record<string, Json> {
  const fields = step?.type === 'manual' ? step.fields : []
  return Object.fromEntries(fields.map(({ name }) => [name, answer % 2 === 0 ? 'yes' : `no ${answer}`]))
}

/** The same workflow played by the language's own simulator, fed with what came in from outside and nothing else. */
export function createModel(doc: FlowDoc, compiled: Runs, firm: Firm, answers: Answers) {
  const { plan } = compiled
  const world = new World(
    doc,
    compiled,
    { start: {} },
    { at: 0, members: firm.members.length, starter: firm.owner },
    true,
  )
  const past: Event[] = []
  const seen = new Set<string>()
  /** By ticket: how what was opened was left. */
  const left = new Map<string, 'completed' | 'cancelled'>()

  /** What one turn took from outside. */
  const take = ([first, ...others]: readonly Event[]) => {
    if (!first) return
    for (const event of [first, ...others]) {
      seen.add(actKey(event))
      past.push(event)
      const given = event.t === 'done' ? answers[answerKey(event)] : undefined
      if (event.t === 'done' && given) world.given.set(world.key(event), given)
    }
    const { commands } = world.turn(first, ...others)
    for (const command of commands) {
      if (command.c !== 'close') continue
      const is = command.outcome === undefined ? 'cancelled' : 'completed'
      if (!left.has(keyOf(command))) left.set(keyOf(command), is)
    }
  }

  const open = (): [PlanStep, Open][] =>
    plan.steps.flatMap((step): [PlanStep, Open][] => {
      const at = openAt(world.state.open, step.id)
      return at && !isCalling(step, at) ? [[step, at]] : []
    })
  const expectedTasks = () => tasksExpected(doc, compiled, world.state, left)

  return {
    take,
    open,
    pickItem,
    past,
    /** Acts that the engine has looked at, whether they counted or not. */
    seen,
    /** Steps whose call has not come back. */
    busy: () =>
      plan.steps
        .filter((step) => {
          const at = openAt(world.state.open, step.id)
          return at !== undefined && isCalling(step, at)
        })
        .map(({ id }) => id),
    formOf: (id: string, answer: number) => answersTo(doc.steps[id], answer),
    /** What the database says, in the model's words. */
    shown: (row: Row, tasks: readonly Task[]) => ({
      state: timeless(z.parse(z.custom<State>(), row.state)),
      variables: row.variables,
      status: row.status,
      tasks: tasks.map(({ step, round, item, status }) => [keyOf({ step: step ?? '', round, item }), status]),
      missing: [...expectedTasks().needed].filter(
        (key) => !tasks.some(({ step, round, item }) => key === keyOf({ step: step ?? '', round, item })),
      ),
      numbers: tasks.map(({ number }) => number),
    }),
    expected: (tasks: readonly Task[]) => {
      const { shown } = expectedTasks()
      const keys = tasks.map(({ step, round, item }) => keyOf({ step: step ?? '', round, item }))
      return {
        state: timeless(world.state),
        variables: world.vars,
        status: statusOf(world.state),
        tasks: keys.map((key) => [key, shown.get(key) ?? shown.get(wholeOf(key))]),
        missing: [],
        numbers: tasks.map((_, place) => place + 1),
      }
    },
  }
}

export type Model = ReturnType<typeof createModel>
