import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { useNow } from '../../../shared/use-now.ts'
import { fits } from '../changes/message-change.ts'
import { useOutbox } from '../changes/use-changes.ts'
import { freshQuery, type InboxFilter, messagesQuery } from '../inbox.api.ts'

/** Where the open message stood when it was opened: it stays there until one leaves it. */
type HeldPlace = { id: MessageId; row: Message; at: number; needed: boolean }

function useHeldPlace(
  answered: readonly Message[],
  rows: readonly Message[],
  open: MessageId | undefined,
): HeldPlace | undefined {
  const [held, setHeld] = useState<HeldPlace>()
  const at = rows.findIndex(({ id }) => id === open)
  // As the server has it: what was changed here is made anew with every look at it.
  const row = answered.find(({ id }) => id === open)
  if (row && at >= 0 && held?.id !== row.id) setHeld({ id: row.id, row, at, needed: row.needs_you })
  else if (row && held?.id === row.id && held.row !== row) setHeld({ ...held, row })
  return held?.id === open ? held : undefined
}

/** Messages of one place as they stand in the list, with what was changed here and is not saved yet. */
export function useMessages(filter: InboxFilter, open: MessageId | undefined) {
  const now = useNow()
  const queries = useQueryClient()
  const { apply, queue } = useOutbox()
  const found = useListRows(useInfiniteQuery(messagesQuery(filter)), JSON.stringify(filter))
  const { rows: settled, hasMore, more, query, showWaiting } = found
  const isOld = query.isPlaceholderData
  const current = useMemo(
    () => (queue.length === 0 ? settled : settled.map((row) => apply(row))),
    [settled, queue, apply],
  )
  const kept = useMemo(
    () => (isOld ? current : current.filter((row) => row.id === open || fits(row, filter, now))),
    [current, filter, open, now, isOld],
  )
  const held = useHeldPlace(settled, kept, open)
  const rows = useMemo(() => {
    if (!held || kept.some(({ id }) => id === held.id)) return kept
    return kept.toSpliced(held.at, 0, apply(held.row))
  }, [kept, held, apply])
  useEffect(() => {
    if (rows.length === 0 && hasMore) more()
  }, [rows.length, hasMore, more])

  const { data: fresh } = useQuery(freshQuery)
  const shown = useMemo(() => new Set(settled.map(({ id }) => id)), [settled])
  const news = fresh.filter((id) => id !== open && shown.has(id)).length
  const showFresh = useCallback(() => {
    queries.setQueryData(freshQuery.queryKey, [])
    showWaiting()
    void queries.invalidateQueries({ queryKey: messagesQuery(filter).queryKey })
  }, [queries, showWaiting, filter])
  return {
    ...found,
    rows,
    none: found.none || (rows.length === 0 && !found.loading && !hasMore),
    waiting: found.waiting + news,
    showWaiting: showFresh,
    /** The open one was among those that need the person. */
    held: held?.needed ? held.id : undefined,
  }
}
