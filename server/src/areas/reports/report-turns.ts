import { availableParallelism } from 'node:os'
import { AppError } from '../../core/errors.ts'
import { texts } from './report-texts.ts'

const RETRY_SECONDS = 2

interface Asker {
  tenantId: string
  memberId: string
}

interface TurnLimits {
  ofPerson: number
  ofTenant: number
  ofProcess: number
  /** How many of one person may wait; the next is refused, with this text. */
  waitingOfPerson: number
  refusal: string
}

/** Of what people wait for at a page some goes on at a time; who has the fewest goes next. */
export function createReportTurns({ ofPerson, ofTenant, ofProcess, waitingOfPerson, refusal }: TurnLimits) {
  const running: Asker[] = []
  const waiting: (Asker & { start: () => void })[] = []
  const countTenant = ({ tenantId }: Asker) => running.filter((one) => one.tenantId === tenantId).length
  const isSame = (a: Asker, b: Asker) => a.tenantId === b.tenantId && a.memberId === b.memberId
  const countPerson = (all: readonly Asker[], asker: Asker) => all.filter((one) => isSame(one, asker)).length
  const hasRoom = (asker: Asker) =>
    running.length < ofProcess && countTenant(asker) < ofTenant && countPerson(running, asker) < ofPerson

  const startNext = () => {
    const [next] = waiting.filter(hasRoom).toSorted((a, b) => countTenant(a) - countTenant(b))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    running.push(next)
    next.start()
  }

  return async function inTurn<T>({ tenantId, memberId }: Asker, work: () => Promise<T>): Promise<T> {
    const asker = { tenantId, memberId }
    if (hasRoom(asker)) running.push(asker)
    else {
      if (countPerson(waiting, asker) >= waitingOfPerson)
        throw new AppError(503, 'busy', refusal, { retryAfter: RETRY_SECONDS })
      await new Promise<void>((start) => waiting.push({ ...asker, start }))
    }
    try {
      return await work()
    } finally {
      running.splice(
        running.findIndex((one) => isSame(one, asker)),
        1,
      )
      startNext()
    }
  }
}

/** A query takes a core for as long as it runs, and no organization has more than half of them. */
export function coresForQueries(cores: number) {
  const ofProcess = Math.max(2, cores)
  return { ofProcess, ofTenant: Math.ceil(ofProcess / 2) }
}

/**
 * All organizations share the few connections of reports, runs included. Each query takes a few seconds at most; a failed
 * report counts every view there is, one after the other where there is one turn.
 */
export const inQueryTurn = createReportTurns({
  ...coresForQueries(availableParallelism()),
  ofPerson: 3,
  waitingOfPerson: 12,
  refusal: texts.manyPreviews,
})

/** Pages need memory, up to 32 MB each, and no connection: they do not wait for queries. */
export const inPageTurn = createReportTurns({
  ofPerson: 2,
  ofTenant: 3,
  ofProcess: 6,
  waitingOfPerson: 12,
  refusal: texts.manyPages,
})
