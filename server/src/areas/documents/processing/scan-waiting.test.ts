import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { useSmallWorker } from '../../../../test/small-worker.ts'
import type { Lot, Place } from './scan-lot.ts'

const NOTHING: Lot = { scanned: 0, failed: 0, large: [] }

/** What each call of the activity finds, and where it began. */
let lots: Lot[] = []
const began: (Place | undefined)[] = []
const times: number[] = []
let large = Promise.withResolvers<boolean>()

const { temporal, taskQueue } = useSmallWorker(join(import.meta.dirname, 'scan-waiting.workflow.ts'), {
  activities: {
    scanLot: async ({ after }: { after?: Place }): Promise<Lot> => {
      began.push(after)
      times.push(Date.now())
      return lots.shift() ?? NOTHING
    },
    scanVersion: () => large.promise,
  },
})

const workflowId = `${taskQueue}:scan`
const poke = () => temporal.pokeWorkflow({ workflow: 'scanWaiting', workflowId, args: { tenantId: 'tenant' } })
const ended = () => temporal.client.workflow.getHandle(workflowId).result()
const described = () => temporal.client.workflow.getHandle(workflowId).describe()

function begin(...found: Lot[]) {
  lots = found
  began.length = 0
  times.length = 0
  large = Promise.withResolvers()
}

const next = { documentId: 'b', number: 1 }
const further = { documentId: 'c', number: 1 }
/** Whether there was a pause of a second or more before each lot but the first. */
const paused = () => times.slice(1).map((at, index) => at - (times[index] ?? 0) >= 1_000)

test('all lots are taken one after the other; then it ends, and a poke begins again', { timeout: 30_000 }, async () => {
  begin({ ...NOTHING, scanned: 50, next }, { ...NOTHING, scanned: 3 })
  await poke()
  await ended()
  expect(began).toEqual([undefined, next])
  begin({ ...NOTHING, scanned: 1 })
  await poke()
  await ended()
  expect(began).toEqual([undefined])
})

test('what failed is taken again after a pause', { timeout: 30_000 }, async () => {
  begin({ ...NOTHING, failed: 1, scanned: 49, next }, { ...NOTHING, scanned: 3 }, { ...NOTHING, scanned: 1 })
  await poke()
  await ended()
  expect(began).toEqual([undefined, next, undefined])
  expect(paused()).toEqual([false, true])
})

test('a whole lot that cannot be scanned holds up none of the others', { timeout: 30_000 }, async () => {
  const unscannable = { ...NOTHING, failed: 50, next }
  begin(unscannable, { ...NOTHING, scanned: 3 }, unscannable, NOTHING, { ...NOTHING, scanned: 50 })
  await poke()
  await ended()
  expect(began).toEqual([undefined, next, undefined, next, undefined])
  expect(paused(), 'once in each round').toEqual([true, false, true, false])
})

test('while nothing can be scanned there is a pause after each lot', { timeout: 30_000 }, async () => {
  begin(
    { ...NOTHING, failed: 50, next },
    { ...NOTHING, failed: 50, next: further },
    { ...NOTHING, scanned: 50 },
    { ...NOTHING, scanned: 100 },
  )
  await poke()
  await ended()
  expect(began).toEqual([undefined, next, further, undefined])
  expect(paused()).toEqual([true, true, false])
})

test('a long round goes on where it was with a new history, and begins once more', { timeout: 30_000 }, async () => {
  const places = Array.from({ length: 120 }, (_, number) => ({ documentId: 'd', number }))
  begin(...places.map((place) => ({ ...NOTHING, scanned: 50, next: place })), { ...NOTHING, scanned: 1 })
  await poke()
  const first = await described()
  await ended()
  expect(began).toEqual([undefined, ...places, undefined])
  const last = await described()
  expect(last.runId).not.toBe(first.runId)
  expect(last.historyLength).toBeLessThan(500)
})

test('while a large file is scanned others that come are not held up', { timeout: 30_000 }, async () => {
  begin({ ...NOTHING, large: [{ tenantId: 'tenant', documentId: 'film', number: 1 }] })
  await poke()
  await eventually(() => expect(began).toHaveLength(1))
  await poke()
  await eventually(() => expect(began).toHaveLength(2))
  large.resolve(true)
  await ended()
})
