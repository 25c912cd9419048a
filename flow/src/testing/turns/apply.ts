import { hold } from '../hold.ts'
import { crash, loseEngine, makeZombie, purge, restore, restoreEngine } from './accidents.ts'
import { runActivity } from './activities.ts'
import { cancel, commit, keepProblem } from './commit.ts'
import { hasEnded, type Model, TurnError } from './model.ts'
import { sync } from './sync.ts'
import { activitiesOf, follow, newRun, runSync, signalWithStart } from './workflow.ts'
import type { Accident, Act, Step, World } from './world.ts'

/** A turn that throws refuses the act whole; what is left of it is that people are shown so. */
function act(model: Model, world: World, step: Act): void {
  const { event } = step
  const instance = world.instances[step.instance]
  if (!instance) return
  if (model.fault === 'pokeFirst' && !step.late) {
    signalWithStart(model, world, step.instance)
    world.late.push(step)
    return
  }
  const rows = world.outbox.length
  const { state, turns } = instance
  const length = turns.length
  try {
    if (event.t === 'cancel') cancel(model, world, instance, event)
    else commit(model, world, instance, [event], { by: 'act' })
  } catch (error) {
    if (!(error instanceof TurnError)) throw error
    const isUntouched = instance.state === state && turns.length === length && world.outbox.length === rows
    hold(isUntouched, 'an act was refused and left something behind')
    keepProblem(world, instance.id)
  }
  hold(event.t !== 'cancel' || hasEnded(instance), 'could not be cancelled')
  if (model.fault === 'pokeFirst')
    world.outbox = world.outbox.filter((row, n) => n < rows || row.instance !== step.instance)
}

function take(model: Model, world: World, instance: string): void {
  const run = world.runs[instance]
  if (!run || run.taking) return
  Object.assign(run, { taking: run.results, results: [], poked: false, first: false, fired: false })
  delete run.brought
  for (const activity of activitiesOf(world, instance)) {
    if (activity.alone) activity.overtaken = true
    if (model.fault !== 'broughtOld') delete activity.synced
  }
  const row = world.instances[instance]
  if (model.fault === 'unlocked' && row) run.read = row.state
}

function continueAsNew(model: Model, world: World, instance: string): void {
  const run = world.runs[instance]
  const mine = activitiesOf(world, instance)
  if (!run || run.taking || (mine.length > 0 && model.fault !== 'againWithCalls')) return
  for (const activity of mine) makeZombie(activity)
  world.runs[instance] = newRun()
}

/** A sync that nobody waits for any more. */
function runZombie(model: Model, world: World, n: number): void {
  const [zombie] = world.zombies.splice(n, 1)
  if (!zombie) return
  try {
    sync(model, world, zombie.instance, { results: zombie.results, known: {} })
  } catch (error) {
    if (!(error instanceof TurnError)) throw error
  }
}

export function apply(model: Model, world: World, step: Step): void {
  switch (step.s) {
    case 'act':
      return act(model, world, step)
    case 'late': {
      const late = world.late.shift()
      if (late) act(model, world, { ...late, late: true })
      return
    }
    case 'send': {
      const row = world.outbox.find(({ id }) => id === step.row)
      if (!row) return
      row.sent = true
      return signalWithStart(model, world, row.instance, row.commands)
    }
    case 'drop':
      world.outbox = world.outbox.filter(({ id, sent }) => id !== step.row || !sent)
      return
    case 'take':
      return take(model, world, step.instance)
    case 'sync':
      return runSync(model, world, step.instance)
    case 'answer':
      return follow(model, world, step.instance)
    case 'fire': {
      const run = world.runs[step.instance]
      if (run && run.timer !== null) Object.assign(run, { timer: null, fired: true })
      return
    }
    case 'again':
      return continueAsNew(model, world, step.instance)
    case 'activity': {
      const activity = world.activities.find(({ id }) => id === step.id)
      if (activity) runActivity(model, world, activity, step.how ?? 'ok')
      return
    }
    case 'zombie':
      return runZombie(model, world, step.n)
    case 'reconcile':
      if ((world.wants[step.instance]?.by ?? world.now) < world.now) signalWithStart(model, world, step.instance)
      return
    case 'pass':
      world.now += step.by
      return
    case 'crash':
    case 'loss':
    case 'purge':
    case 'backup':
    case 'restore':
    case 'engineBackup':
    case 'engineRestore':
    case 'break':
    case 'mend':
    case 'skew':
      return applyAccident(model, world, step)
  }
}

function applyAccident(model: Model, world: World, step: Accident): void {
  switch (step.s) {
    case 'crash':
      return crash(world)
    case 'loss':
      return loseEngine(world)
    case 'purge':
      return purge(model, world, step.instance)
    case 'backup': {
      const { instances, wants, ledger, outbox } = world
      world.backup = structuredClone({ instances, wants, ledger, outbox })
      return
    }
    case 'restore':
      return restore(model, world)
    case 'engineBackup': {
      const { runs, activities, closed } = world
      world.engineBackup = structuredClone({ runs, activities: activities.filter(({ zombie }) => !zombie), closed })
      return
    }
    case 'engineRestore':
      return restoreEngine(world)
    case 'break':
      world.defects[step.plan] = step.step === undefined ? {} : { step: step.step }
      return
    case 'mend':
      world.defects = {}
      return
    case 'skew':
      world.skew = step.by
  }
}
