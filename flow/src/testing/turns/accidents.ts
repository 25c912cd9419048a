import { commit } from './commit.ts'
import { hasEnded, honoursKeys, isSame, type Model, readWanted, TurnError, wantedOf } from './model.ts'
import { replay } from './replay.ts'
import { endOf } from './sync.ts'
import type { Activity, Instance, World } from './world.ts'

const again = (activity: Activity): Activity => {
  const { retryAt: _, synced: __, ...kept } = activity
  return { ...kept, stage: 'begin', tries: activity.tries + 1 }
}

/** The worker dies: what it was doing is done again from its beginning. */
export function crash(world: World): void {
  world.doubt = true
  world.activities = world.activities.filter(({ zombie }) => !zombie).map((one) => ({ ...again(one), seen: false }))
  world.zombies = []
  for (const run of Object.values(world.runs)) run.answer = null
}

/** Nobody hears what it answers. */
export function makeZombie(activity: Activity): void {
  activity.zombie = true
  delete activity.synced
  delete activity.overtaken
}

/** The engine forgets everything; workers may still be at it. */
export function loseEngine(world: World): void {
  world.doubt = world.lost = true
  for (const [instance, { taking, answer }] of Object.entries(world.runs))
    if (taking && !answer) world.zombies.push({ instance, results: taking })
  for (const activity of world.activities) makeZombie(activity)
  world.runs = {}
  world.closed = {}
}

export function restoreEngine(world: World): void {
  const { engineBackup } = world
  if (!engineBackup) return
  world.doubt = world.lost = true
  for (const activity of world.activities) makeZombie(activity)
  world.runs = engineBackup.runs
  world.closed = engineBackup.closed
  for (const run of Object.values(world.runs)) run.answer = null
  for (const activity of engineBackup.activities) world.activities.push({ ...again(activity), id: world.nextId++ })
  delete world.engineBackup
}

/**
 * Out of the trash, so it has ended. A parent that still waits for it hears of it first, in the same transaction; if the
 * parent's turn throws, nothing is purged yet.
 */
export function purge(model: Model, world: World, id: string): void {
  const instance = world.instances[id]
  if (!instance || !hasEnded(instance)) return
  const { parent } = instance
  const row = parent && world.instances[parent.id]
  try {
    if (row && model.fault !== 'purgeUntold') endInParent(model, world, row, instance)
  } catch (error) {
    if (!(error instanceof TurnError)) throw error
    return
  }
  replay(model, world.seed, instance)
  for (const child of Object.values(world.instances)) if (child.parent?.id === id) delete child.parent
  delete world.instances[id]
  delete world.wants[id]
}

function endInParent(model: Model, world: World, parent: Instance, child: Instance): void {
  const call = readWanted(model, world, parent).children.find((one) => child.parent && isSame(one, child.parent.call))
  if (!call) return
  const { key: _, ...ticket } = call
  const event = { t: 'result', at: world.now, ...ticket, ...endOf(model, world, parent, call, child) } as const
  commit(model, world, parent, [event], { by: 'act' })
}

/** The database is put back, and the engine is ahead of it. */
export function restore(model: Model, world: World): void {
  if (!world.backup) return
  Object.assign(world, structuredClone(world.backup))
  world.doubt = world.lost = world.restored = true
  for (const instance of Object.values(world.instances)) {
    const { calls, children, more, alarm } = wantedOf(model, instance)
    if (model.fault !== 'restoreUnmarked') {
      // What is open may have been done since the backup, and so may what people are about to do once more.
      instance.restored = true
      for (const { key, step, attempt } of calls) {
        const known = world.ledger[`${instance.id}:${key}`]
        const isAnswered = known?.state === 'done' || (known?.final && known.attempt === attempt)
        if (honoursKeys(step) || isAnswered) continue
        const tries = known?.tries ?? 1
        world.ledger[`${instance.id}:${key}`] = { attempt, tries, state: 'unknown', code: 'look', final: true }
      }
    }
    const isAwaited = calls.length + children.length + more.length > 0 || alarm !== null || world.wants[instance.id]
    if (isAwaited) world.wants[instance.id] = { tries: 0, ...world.wants[instance.id], by: world.now }
  }
}
