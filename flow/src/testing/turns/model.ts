import type { Plan, PlanStep } from '../../plan.ts'
import { callId, type OutsideWork, outsideWorkOf } from '../../run/outside-work.ts'
import type { Call } from '../../run/types.ts'
import { waysHome } from '../model.ts'
import type { Fault } from './faults.ts'
import { hash } from './numbers.ts'
import type { Instance, World } from './world.ts'

/** What never changes while a world is played. */
export type Model = {
  plans: Plan[]
  /** Which of the plans sub-workflows run; the first also for those of sub-workflows. */
  childPlans: number[]
  /** By plan and step: the outcome that leads to the end. */
  homes: string[][]
  /** How many items every list has, where that is not left to chance. */
  items: number | undefined
  fault: Fault | undefined
}

type Settings = { plans: Plan[]; childPlans: number[]; items?: number; fault?: Fault }

export const createModel = ({ plans, childPlans, items, fault }: Settings): Model => ({
  plans,
  childPlans,
  homes: plans.map(waysHome),
  items,
  fault,
})

/** Thrown by what the system does, never by those who watch it. */
export class TurnError extends Error {}

export function planOf(model: Model, { plan }: Pick<Instance, 'plan'>): Plan {
  const found = model.plans[plan]
  if (!found) throw new RangeError(`no plan ${plan}`)
  return found
}

export function stepOf(model: Model, instance: Instance, id: string): PlanStep {
  const step = planOf(model, instance).steps.find((one) => one.id === id)
  if (!step) throw new RangeError(`no step ${id}`)
  return step
}

/** The outcome by which a step leads to the end. */
export function homeOf(model: Model, instance: Instance, id: string): string {
  const position = planOf(model, instance).steps.findIndex((step) => step.id === id)
  return model.homes[instance.plan]?.[position] ?? ''
}

export const hasEnded = ({ state }: Instance) => state.status === 'completed' || state.status === 'cancelled'

/** Known to whoever watches, whether or not the system can read the plan. */
export const wantedOf = (model: Model, instance: Instance): OutsideWork =>
  outsideWorkOf(planOf(model, instance), instance.state)

/** The same for the system. Of what has ended nothing is wanted, and so its plan is not read. */
export function readWanted(model: Model, world: World, instance: Instance): OutsideWork {
  if (!hasEnded(instance) || model.fault === 'endedReads') requireReadable(world, instance)
  return wantedOf(model, instance)
}

export function requireReadable(world: World, { plan }: Instance): void {
  const defect = world.defects[plan]
  if (defect && defect.step === undefined) throw new TurnError('the plan cannot be read')
}

export const isSame = (one: Call, other: Call) => callId(one) === callId(other)

/** Two of three receivers honour a key. */
export const honoursKeys = (step: string) => hash('honours', step) % 3 > 0

/** The rows of an instance's children. */
export const childrenOf = ({ instances }: World, { id }: Instance): Instance[] =>
  Object.values(instances).filter(({ parent }) => parent?.id === id)

export const childOf = (world: World, instance: Instance, call: Call): Instance | undefined =>
  Object.values(world.instances).find(({ parent }) => parent?.id === instance.id && isSame(parent.call, call))
