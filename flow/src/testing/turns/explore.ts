import { isBroken } from '../hold.ts'
import { apply } from './apply.ts'
import { start } from './commit.ts'
import type { Fault } from './faults.ts'
import { createModel, hasEnded, type Model } from './model.ts'
import { digestOf, numbers } from './numbers.ts'
import { comeToRest } from './rest.ts'
import { childWorkflows } from './sequences.ts'
import type { SmallCase } from './small-cases.ts'
import { acts, ordinarySteps } from './steps.ts'
import { newWorld, type Step, type World } from './world.ts'

type Left = SmallCase['budget']
type Node = { world: World; left: Left }
type Choice = { step: Step; spends?: keyof Left }

/**
 * Numbers that only name things are named by their order, so that the same world has the same key. Its digest: millions of
 * worlds would not fit into memory as texts.
 */
function keyOf({ world, left }: Node): string {
  const names = new Map<number, number>()
  const named = (id: number) => {
    if (!names.has(id)) names.set(id, names.size)
    return names.get(id)
  }
  const { nextId: _, outbox, activities, ...rest } = world
  const rows = outbox.map((row) => ({ ...row, id: named(row.id) }))
  const text = JSON.stringify([rest, rows, activities.map((one) => ({ ...one, id: named(one.id) })), left])
  return digestOf(text)
}

export type Explored = { states: number; whole: boolean; message?: string }

/** Every order of everything, as far as the budget goes; from each state the machines must come to a good rest. */
export function explore(small: SmallCase, fault?: Fault, maxStates = Number.POSITIVE_INFINITY): Explored {
  const plans = [small.plan, ...childWorkflows]
  const items = small.items !== undefined && { items: small.items }
  const model = createModel({ plans, childPlans: [small.child ?? 1], ...items, ...(fault && { fault }) })
  const world = newWorld(small.seed ?? 7)
  start(model, world, 0)
  const first: Node = { world, left: small.budget }
  const seen = new Set([keyOf(first)])
  // Depth first keeps the queue short.
  const queue = [first]
  try {
    for (let node = queue.pop(); node; node = queue.pop()) {
      if (seen.size > maxStates) return { states: seen.size, whole: false }
      for (const { step, spends } of choicesOf(model, small, node)) {
        const next: Node = { world: structuredClone(node.world), left: { ...node.left } }
        if (spends) next.left[spends] = (next.left[spends] ?? 0) - 1
        apply(model, next.world, step)
        const key = keyOf(next)
        if (seen.has(key)) continue
        seen.add(key)
        comeToRest(model, structuredClone(next.world), numbers(seen.size))
        queue.push(next)
      }
    }
  } catch (error) {
    if (!isBroken(error)) throw error
    return { states: seen.size, whole: false, message: error.message }
  }
  return { states: seen.size, whole: true }
}

function choicesOf(model: Model, small: SmallCase, { world, left }: Node): Choice[] {
  const mayHappen = ({ spends }: Choice) => spends === undefined || (left[spends] ?? 0) > 0
  return [...machineChoices(small, world), ...otherChoices(model, small, world).filter(mayHappen)]
}

function machineChoices({ answers }: SmallCase, world: World): Choice[] {
  return ordinarySteps(world, world.lost).flatMap((step): Choice[] => {
    const activity = step.s === 'activity' ? world.activities.find(({ id }) => id === step.id) : undefined
    if (step.s !== 'activity') return [{ step }]
    if (activity?.kind !== 'call' || activity.stage !== 'send') return [{ step: { ...step, how: 'ok' } }]
    const all = activity.cancelled ? [...answers, 'abort'] : answers
    return all.map((how) => ({ step: { ...step, how } }))
  })
}

function otherChoices(model: Model, { only, defects = [] }: SmallCase, world: World): Choice[] {
  const instances = Object.values(world.instances)
  const choices: Choice[] = (['crash', 'loss', 'backup', 'engineBackup'] as const).map((s) => ({
    step: { s },
    spends: s,
  }))
  for (const instance of instances)
    for (const event of acts(model, instance))
      if (!only || only(event)) choices.push({ step: { s: 'act', instance: instance.id, event }, spends: 'acts' })
  if (world.backup) choices.push({ step: { s: 'restore' }, spends: 'restore' })
  if (world.engineBackup) choices.push({ step: { s: 'engineRestore' }, spends: 'engineRestore' })
  choices.push({ step: { s: 'pass', by: 1 }, spends: 'pass' })
  for (const { id, sent } of world.outbox) if (sent) choices.push({ step: { s: 'send', row: id }, spends: 'twice' })
  for (const instance of Object.keys(world.runs)) choices.push({ step: { s: 'again', instance }, spends: 'again' })
  for (const instance of instances)
    if (instance.parent && hasEnded(instance))
      choices.push({ step: { s: 'purge', instance: instance.id }, spends: 'purge' })
  for (const defect of defects) choices.push({ step: { s: 'break', ...defect }, spends: 'break' })
  if (Object.keys(world.defects).length > 0) choices.push({ step: { s: 'mend' }, spends: 'mend' })
  return choices
}
