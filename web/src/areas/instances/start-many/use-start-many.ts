import { useQueryClient } from '@tanstack/react-query'
import type { BulkStartResult } from '@throughline/contracts/instances'
import { useEffect, useRef, useState } from 'react'
import { reasonOf, wasRefused } from '../../../shared/server-message.ts'
import { startInstances } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { texts } from './start-many.texts.ts'
import type { ReadRow } from './table-rows.ts'

/** So many are sent with one call, so that what has started shows while the rest is under way. */
const PORTION = 25

/** A row under its key; without a result it was not sent yet. */
export type SentRow = ReadRow & { key: string; result?: Pick<BulkStartResult, 'result' | 'instance'>; reason?: string }

const isDone = ({ result }: SentRow) => result?.result === 'done'

/** What the server says of the row, and of its single fields. */
function reasonIn({ message, errors }: BulkStartResult, labelOf: (path: string) => string): string | undefined {
  if (errors.length > 0) return errors.map((error) => `${labelOf(error.path)}: ${error.message}`).join(' · ')
  return message ?? undefined
}

/** Starts rows in portions. What failed or was not sent can be sent again under the same keys, so nothing starts twice. */
export function useStartMany(
  workflowId: string,
  labelOf: (path: string) => string,
  onStarted: (instanceId: string) => void,
) {
  const queries = useQueryClient()
  const [rows, setRows] = useState<readonly SentRow[]>()
  const [busy, setBusy] = useState(false)
  const [lost, setLost] = useState<string>()
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const sendPortion = async (portion: readonly SentRow[]): Promise<SentRow[]> => {
    const { data } = await startInstances(workflowId, {
      rows: portion.map(({ key, body }) => ({ key, ...body })),
    })
    const byKey = new Map(data.map((one) => [one.key, one]))
    return portion.map(({ reason: before, ...row }) => {
      const result = byKey.get(row.key)
      const reason = result ? reasonIn(result, labelOf) : before
      return { ...row, ...(result && { result }), ...(reason && { reason }) }
    })
  }
  const send = async (all: readonly SentRow[]) => {
    let current = all
    const replace = (portion: readonly SentRow[]) => {
      const sent = new Map(portion.map((row) => [row.key, row]))
      current = current.map((row) => sent.get(row.key) ?? row)
      setRows(current)
      for (const row of portion) if (isDone(row) && row.result?.instance) onStarted(row.result.instance.id)
    }
    setRows(all)
    setBusy(true)
    setLost(undefined)
    stopped.current = false
    const left = all.filter((row) => !isDone(row))
    for (let at = 0; at < left.length && !stopped.current; at += PORTION) {
      const portion = left.slice(at, at + PORTION)
      try {
        replace(await sendPortion(portion))
      } catch (error) {
        setLost(wasRefused(error) ? reasonOf(error) : texts.lost)
        if (!wasRefused(error))
          replace(portion.map((row) => ({ ...row, result: { result: 'unknown', instance: null } })))
        break
      }
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: instancesKey })
  }
  return {
    rows,
    busy,
    lost,
    start: (ready: readonly ReadRow[]) => void send(ready.map((row) => ({ ...row, key: crypto.randomUUID() }))),
    retry: () => rows && void send(rows),
    stop: () => {
      stopped.current = true
    },
    reset: () => {
      setRows(undefined)
      setLost(undefined)
    },
  }
}

export type StartingMany = ReturnType<typeof useStartMany>
