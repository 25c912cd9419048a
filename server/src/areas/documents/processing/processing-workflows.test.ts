import { ApplicationFailure } from '@temporalio/common'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { useSmallWorker } from '../../../../test/small-worker.ts'
import type { Lot, VersionRef } from './scan-lot.ts'
import type { Step } from './steps.ts'

/** What the activities find for one tenant, and where each lot began. */
interface Round {
  lots: Lot[]
  began: (VersionRef | undefined)[]
  large: PromiseWithResolvers<boolean>
}
const rounds = new Map<string, Round>()
function roundOf(tenantId: string): Round {
  const round = rounds.get(tenantId)
  if (!round) throw new Error(`${tenantId} has no files`)
  return round
}

const NOTHING: Lot = { scanned: 0, failed: 0, large: [] }

/** One more than what was once given up after. */
const AWAY = 3
/** How often each was tried, by what cannot be reached. */
const tried = new Map<string, number>()
function unlessAway(what: string, documentId: string) {
  const key = `${what} of ${documentId}`
  tried.set(key, (tried.get(key) ?? 0) + 1)
  if (documentId === `no ${what}` && (tried.get(key) ?? 0) <= AWAY) throw new Error('the database is away')
}

// The workflows wait most of the time, so that their tests run beside each other, each with a tenant or document of its own.
const { temporal, taskQueue } = useSmallWorker({
  activities: {
    scanLot: async ({ tenantId, after }: { tenantId: string; after?: VersionRef }): Promise<Lot> => {
      const { lots, began } = roundOf(tenantId)
      began.push(after)
      return lots.shift() ?? NOTHING
    },
    scanVersion: ({ tenantId }: { tenantId: string }) => roundOf(tenantId).large.promise,
    planReading: async ({ documentId }: { documentId: string }): Promise<Step[]> => {
      unlessAway('plan', documentId)
      return ['text']
    },
    noteFailure: async ({ documentId }: { documentId: string }) => unlessAway('note', documentId),
  },
  reading: {
    text: async () => {
      throw ApplicationFailure.nonRetryable('unreadable')
    },
  },
})

function scanning(tenantId: string, ...lots: Lot[]) {
  const round: Round = { lots, began: [], large: Promise.withResolvers() }
  rounds.set(tenantId, round)
  const workflowId = `${taskQueue}:scan:${tenantId}`
  const handle = temporal.client.workflow.getHandle(workflowId)
  return {
    ...round,
    poke: () => temporal.pokeWorkflow({ workflow: 'scanWaiting', workflowId, args: { tenantId } }),
    ended: () => handle.result(),
    described: () => handle.describe(),
    /** For how many seconds it paused before each lot but the first. */
    pauses: async () => {
      const { events } = await handle.fetchHistory()
      const before: number[] = []
      for (const { activityTaskScheduledEventAttributes: lot, timerStartedEventAttributes: timer } of events ?? []) {
        if (lot) before.push(0)
        else if (timer) before.push((before.pop() ?? 0) + Number(timer.startToFireTimeout?.seconds))
      }
      // Behind the last lot there is nothing to pause for.
      return before.slice(0, -1)
    },
  }
}

const next = { documentId: 'b', number: 1 }
const further = { documentId: 'c', number: 1 }
const LONG = { timeout: 30_000 }

describe('files that wait for the scanner', () => {
  test.concurrent('all lots are taken one after the other; then it ends, and a poke begins again', LONG, async () => {
    const { poke, ended, began, lots } = scanning(
      'ordinary',
      { ...NOTHING, scanned: 50, next },
      { ...NOTHING, scanned: 3 },
    )
    await poke()
    await ended()
    expect(began).toEqual([undefined, next])
    lots.push({ ...NOTHING, scanned: 1 })
    await poke()
    await ended()
    expect(began).toEqual([undefined, next, undefined])
  })

  test.concurrent('what failed is taken again after a pause', LONG, async () => {
    const { poke, ended, began, pauses } = scanning(
      'failing',
      { ...NOTHING, failed: 1, scanned: 49, next },
      { ...NOTHING, scanned: 3 },
      { ...NOTHING, scanned: 1 },
    )
    await poke()
    await ended()
    expect(began).toEqual([undefined, next, undefined])
    expect(await pauses()).toEqual([0, 1])
  })

  test.concurrent('a whole lot that cannot be scanned holds up none of the others', LONG, async () => {
    const unscannable = { ...NOTHING, failed: 50, next }
    const { poke, ended, began, pauses } = scanning(
      'unscannable',
      unscannable,
      { ...NOTHING, scanned: 3 },
      unscannable,
      NOTHING,
      { ...NOTHING, scanned: 50 },
    )
    await poke()
    await ended()
    expect(began).toEqual([undefined, next, undefined, next, undefined])
    expect(await pauses(), 'once in each round').toEqual([1, 0, 1, 0])
  })

  test.concurrent('while nothing can be scanned there is a pause after each lot, longer each time', LONG, async () => {
    const { poke, ended, began, pauses } = scanning(
      'away',
      { ...NOTHING, failed: 50, next },
      { ...NOTHING, failed: 50, next: further },
      { ...NOTHING, scanned: 50 },
      { ...NOTHING, scanned: 100 },
    )
    await poke()
    await ended()
    expect(began).toEqual([undefined, next, further, undefined])
    expect(await pauses()).toEqual([1, 2, 0])
  })

  test.concurrent('a long round goes on where it was with a new history, and begins once more', LONG, async () => {
    const places = Array.from({ length: 120 }, (_, number) => ({ documentId: 'd', number }))
    const { poke, ended, began, described } = scanning(
      'long',
      ...places.map((place) => ({ ...NOTHING, scanned: 50, next: place })),
      { ...NOTHING, scanned: 1 },
    )
    await poke()
    const first = await described()
    await ended()
    expect(began).toEqual([undefined, ...places, undefined])
    const last = await described()
    expect(last.runId).not.toBe(first.runId)
    expect(last.historyLength).toBeLessThan(500)
  })

  test.concurrent('while a large file is scanned others that come are not held up', LONG, async () => {
    const { poke, ended, began, large } = scanning('large', {
      ...NOTHING,
      large: [{ tenantId: 'large', documentId: 'film', number: 1 }],
    })
    await poke()
    await eventually(() => expect(began).toHaveLength(1))
    await poke()
    await eventually(() => expect(began).toHaveLength(2))
    large.resolve(true)
    await ended()
  })
})

describe('a database that is away is waited for', () => {
  test.concurrent.each(['plan', 'note'])('a %s is tried until it is taken', LONG, async (what) => {
    const documentId = `no ${what}`
    const workflowId = `${taskQueue}:${documentId}`
    const args = { tenantId: 'tenant', documentId, number: 1 }
    await temporal.startWorkflow({ workflow: 'processDocument', workflowId, args })
    await temporal.client.workflow.getHandle(workflowId).result()
    const times = ['plan', 'note'].map((one) => tried.get(`${one} of ${documentId}`))
    expect(times).toEqual(what === 'plan' ? [AWAY + 1, 1] : [1, AWAY + 1])
  })
})
