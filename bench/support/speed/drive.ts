import { setTimeout as sleep } from 'node:timers/promises'
import type { Ready, Side } from '../../../server/test/bare/side.ts'
import { cpuSeconds } from '../cpu.ts'

const LOOK_AGAIN = 100
const SETTLES_WITHIN = 5_000

export interface Driven {
  completed: number
  seconds: number
  /** Milliseconds for each completed instance, by part; `driver` is this process. */
  cpu: Record<string, number>
}

type Waiter = (found: Ready | 'ended') => void

/** Looks for everybody at once, so that waiting costs either side the same. */
function watch(side: Side) {
  const waiting = new Map<string, { after: number; found: Waiter }>()
  const state = { over: false }
  const loop = async () => {
    while (!state.over) {
      if (waiting.size > 0) {
        const { ready, ended } = await side.look([...waiting.keys()])
        for (const one of ready) {
          const waiter = waiting.get(one.instance)
          if (!waiter || one.step <= waiter.after) continue
          waiting.delete(one.instance)
          waiter.found(one)
        }
        for (const instance of ended) {
          waiting.get(instance)?.found('ended')
          waiting.delete(instance)
        }
      }
      await sleep(LOOK_AGAIN)
    }
  }
  const done = loop()
  return {
    next: (instance: string, after: number) =>
      new Promise<Ready | 'ended'>((found) => waiting.set(instance, { after, found })),
    stop: () => {
      state.over = true
      return done
    },
  }
}

const cpuOf = (side: Side): Record<string, number> => {
  const parts = Object.entries(side.processes()).map(([part, pid]) => [part, cpuSeconds([pid])])
  const { user, system } = process.cpuUsage()
  return { ...Object.fromEntries(parts), driver: (user + system) / 1_000_000 }
}

/** So many clients take one instance after the other through all its steps; counted is what ends within the window. */
export async function drive(side: Side, clients: number, warmUp: number, seconds: number): Promise<Driven> {
  const watcher = watch(side)
  const state = { completed: 0, over: false }
  const client = async (number: number) => {
    while (!state.over) {
      const instance = await side.start(number)
      for (let step = 0; ; ) {
        const found = await watcher.next(instance, step)
        if (found === 'ended') break
        step = found.step
        await side.complete(number, found)
      }
      state.completed += 1
    }
  }
  const going = Array.from({ length: clients }, (_, number) => client(number))
  await sleep(warmUp * 1000)
  const [before, began, counted] = [cpuOf(side), performance.now(), state.completed]
  await sleep(seconds * 1000)
  const [after, took, within] = [cpuOf(side), (performance.now() - began) / 1000, state.completed - counted]
  state.over = true
  await Promise.all(going)
  await watcher.stop()
  const cpu = Object.keys(after).map((part) => [part, (((after[part] ?? 0) - (before[part] ?? 0)) * 1000) / within])
  return { completed: within, seconds: took, cpu: Object.fromEntries(cpu) }
}

/** Milliseconds from each start to the first sign of its first task; started at an even pace, answered or not. */
export async function pace(side: Side, count: number, aSecond: number): Promise<number[]> {
  const going: Promise<{ began: number; instance: string }>[] = []
  for (let n = 0; n < count; n++) {
    const began = Date.now()
    going.push(side.start(n).then((instance) => ({ began, instance })))
    await sleep(1000 / aSecond)
  }
  const started = await Promise.all(going)
  await sleep(SETTLES_WITHIN)
  const seen = await side.firstSeen(started.map(({ instance }) => instance))
  const times = started.flatMap(({ began, instance }) => {
    const at = seen.get(instance)
    return at === undefined ? [] : at - began
  })
  if (times.length < count) throw new Error(`${side.name}: ${count - times.length} first tasks were never seen`)
  return times.toSorted((a, b) => a - b)
}
