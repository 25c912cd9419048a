import { ApiError } from '@throughline/contracts/client'
import type { InstanceRow } from '@throughline/contracts/instances'
import type { BulkResult } from '@throughline/contracts/running'
import { saidIn } from '../../../said.ts'
import { type BulkAct, bulkInstances } from '../instances.api.ts'
import { texts } from '../instances.texts.ts'

/** As many as the server takes at once. */
const AT_ONCE = 200

export type BulkRow = {
  instance: InstanceRow
  result: BulkResult['result']
  /** Why not. */
  reason?: string | undefined
  /** Asked again with the same one, it does nothing twice. */
  key: string
}

export type BulkJob = { act: BulkAct; reason?: string | undefined }

const refusedFor = (error: unknown) => error instanceof ApiError && error.status < 500

async function call({ act, reason }: BulkJob, instances: readonly InstanceRow[], key: string): Promise<BulkRow[]> {
  try {
    const ids = instances.map(({ id }) => id)
    const answers = await bulkInstances({ act, ids, ...(reason && { reason }) }, { idempotencyKey: key })
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return instances.map((instance) => {
      const { result, message } = byId.get(instance.id) ?? { result: 'unknown', message: null }
      return { instance, result, key, reason: message ?? undefined }
    })
  } catch (error) {
    if (refusedFor(error))
      return instances.map((instance) => ({
        instance,
        result: 'refused',
        key,
        reason: saidIn(error) ?? texts.bulk.refused,
      }))
    return instances.map((instance) => ({ instance, result: 'unknown', key }))
  }
}

const portions = (instances: readonly InstanceRow[]) =>
  Array.from({ length: Math.ceil(instances.length / AT_ONCE) }, (_, n) =>
    instances.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  )

async function inTurn<T>(items: readonly T[], each: (item: T) => Promise<BulkRow[]>): Promise<BulkRow[]> {
  const rows: BulkRow[] = []
  for (const item of items) rows.push(...(await each(item)))
  return rows
}

export const runBulk = (job: BulkJob, instances: readonly InstanceRow[]) =>
  inTurn(portions(instances), (portion) => call(job, portion, crypto.randomUUID()))

/** Only what is not known, each under the key it was asked with before. */
export function tryAgain(job: BulkJob, rows: readonly BulkRow[]) {
  const unknown = rows.filter(({ result }) => result === 'unknown')
  const calls = [...Map.groupBy(unknown, ({ key }) => key)]
  return inTurn(calls, ([key, group]) =>
    call(
      job,
      group.map(({ instance }) => instance),
      key,
    ),
  )
}
