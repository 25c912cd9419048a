import * as fc from 'fast-check'
import { compile } from '../../compile.ts'
import type { Plan } from '../../plan.ts'
import { documents } from '../documents.ts'
import { isBroken } from '../hold.ts'
import { manual, planOf, subworkflow, tool, wait, workflow } from '../make.ts'
import { apply } from './apply.ts'
import { start } from './commit.ts'
import type { Fault } from './faults.ts'
import { createModel, hasEnded, type Model } from './model.ts'
import { type Draw, numbers, pickFrom } from './numbers.ts'
import { bringHome, comeToRest } from './rest.ts'
import { acts, answered, ordinarySteps } from './steps.ts'
import { newWorld, type Step, type World } from './world.ts'

/** What sub-workflows run; the first also for those of sub-workflows. */
export const childWorkflows: Plan[] = [
  planOf(workflow('parallel', manual('m'))),
  planOf(workflow('parallel', tool('t1', ['m']), manual('m'))),
  planOf(workflow('parallel', wait('w', ['t2']), tool('t2'))),
  planOf(workflow('parallel', tool('t3'))),
  planOf(workflow('parallel', subworkflow('s', ['t4']), tool('t4'))),
]

/** Random workflows, without those that have neither machines nor clocks nor lists: they say little here. */
function* randomPlans(seed: number): Generator<Plan, never> {
  for (let batch = 0; ; batch++)
    for (const doc of fc.sample(documents, { numRuns: 200, seed: seed + batch })) {
      const compiled = compile(doc)
      if (!compiled.ok) continue
      const says = compiled.plan.steps.some(
        ({ type, alarms, each }) => ['tool', 'subworkflow', 'wait'].includes(type) || alarms || each,
      )
      if (says) yield compiled.plan
    }
}

export type Counts = Record<string, number>
const count = (counts: Counts, what: string, by = 1) => {
  counts[what] = (counts[what] ?? 0) + by
}

/** In calm ones pokes are held to their word, since the reconciler does not help there. */
const kinds = ['calm', 'crashes', 'losses', 'restores'] as const
type Kind = (typeof kinds)[number]

/** One random sequence; throws at the first promise that is broken. */
function playSequence(plan: Plan, seed: number, fault: Fault | undefined, counts: Counts): void {
  const draw = numbers(seed)
  const plans = [plan, ...childWorkflows]
  const model = createModel({ plans, childPlans: childWorkflows.map((_, n) => n + 1), ...(fault && { fault }) })
  const world = newWorld(seed)
  const kind = pickFrom(draw, kinds) ?? 'calm'
  const throws = draw() % 3 === 0
  count(counts, `sequences, ${kind}`)
  for (let n = 0; n <= draw() % 2; n++) start(model, world, draw() % 8 === 0 ? 1 + (draw() % childWorkflows.length) : 0)
  const length = 20 + (draw() % 160)
  for (let n = 0; n < length; n++) {
    const step = choose(model, world, draw, kind, throws)
    if (!step) continue
    count(counts, step.s)
    apply(model, world, step)
  }
  count(counts, 'sequences with a defect at their end', Number(Object.keys(world.defects).length > 0))
  comeToRest(model, world, draw)
  bringHome(model, world, draw, draw() % 5 === 0)
  const instances = Object.values(world.instances)
  const turns = instances.flatMap((instance) => instance.turns)
  const events = turns.flatMap(({ taken, produced }) => [...taken, ...produced])
  count(counts, 'instances', instances.length)
  count(counts, 'children', instances.filter(({ depth }) => depth > 0).length)
  count(counts, 'turns', turns.length)
  count(counts, 'effects', Object.keys(world.watched.applied).length)
  count(counts, 'more', events.filter(({ t }) => t === 'more').length)
}

function choose(model: Model, world: World, draw: Draw, kind: Kind, throws: boolean): Step | undefined {
  const dice = draw() % 100
  if (dice < 22) return chooseAct(model, world, draw)
  if (dice < 30) return { s: 'pass', by: 1 + (draw() % 3) }
  if (dice < 33) {
    const row = pickFrom(draw, world.outbox)
    return row && { s: 'send', row: row.id }
  }
  if (dice < 36) {
    const instance = pickFrom(draw, Object.keys(world.runs))
    return instance === undefined ? undefined : { s: 'again', instance }
  }
  if (dice < 39) {
    const ended = Object.values(world.instances).filter((one) => one.parent && hasEnded(one))
    const instance = pickFrom(draw, ended)
    return instance && { s: 'purge', instance: instance.id }
  }
  if (dice < 41) return { s: 'skew', by: (draw() % 5) - 2 }
  if (dice < 44 && throws) return chooseDefect(model, world, draw)
  if (dice >= 44 && dice < 50 && kind !== 'calm') return { s: chooseAccident(kind, draw) }
  const reconciler = kind === 'losses' || kind === 'restores'
  const step = pickFrom(draw, ordinarySteps(world, reconciler))
  return step && answered(model, world, step, draw)
}

function chooseAct(model: Model, world: World, draw: Draw): Step | undefined {
  const instance = pickFrom(
    draw,
    Object.values(world.instances).filter((one) => !hasEnded(one)),
  )
  if (!instance) return undefined
  const all = acts(model, instance)
  const mild = all.filter(({ t }) => t !== 'cancel' && (t !== 'override' || draw() % 6 === 0))
  const event = draw() % 40 === 0 ? all[0] : pickFrom(draw, mild)
  return event && { s: 'act', instance: instance.id, event }
}

function chooseDefect(model: Model, world: World, draw: Draw): Step {
  if (Object.keys(world.defects).length > 0 && draw() % 2 === 0) return { s: 'mend' }
  const plan = draw() % 2 === 0 ? 0 : draw() % model.plans.length
  const step = pickFrom(draw, model.plans[plan]?.steps ?? [])
  return draw() % 2 === 0 || !step ? { s: 'break', plan } : { s: 'break', plan, step: step.id }
}

const accidents = {
  crashes: ['crash'],
  losses: ['loss', 'loss', 'crash', 'engineBackup', 'engineRestore'],
  restores: ['backup', 'restore', 'crash', 'loss'],
} as const

const chooseAccident = (kind: Exclude<Kind, 'calm'>, draw: Draw) => pickFrom(draw, accidents[kind]) ?? 'crash'

export type Found = { sequence: number; message: string }

/** Plays so many random sequences, and says which of them broke a promise first, if any. */
export function playSequences(sequences: number, seed: number, fault?: Fault): { counts: Counts; found?: Found } {
  const counts: Counts = {}
  const plans = randomPlans(seed)
  for (let sequence = 1; sequence <= sequences; sequence++) {
    try {
      playSequence(plans.next().value, seed * 1_000_003 + sequence, fault, counts)
    } catch (error) {
      if (!isBroken(error)) throw error
      return { counts, found: { sequence, message: error.message } }
    }
  }
  return { counts }
}
