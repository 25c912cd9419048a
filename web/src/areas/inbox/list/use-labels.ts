import { useQuery } from '@tanstack/react-query'
import { DEFAULT_LABELS, type MessageLabel } from '@throughline/contracts/inbox'
import { useCallback } from 'react'
import { labelsQuery } from '../inbox.api.ts'

/** Stand in where the labels cannot be loaded, as the specification says. */
const FALLBACK: readonly MessageLabel[] = DEFAULT_LABELS.map((label) => ({ ...label, unread: 0, total: 0 }))

export function useLabels() {
  const { data: labels = FALLBACK } = useQuery(labelsQuery)
  const nameOf = useCallback(
    (labelId: string) => labels.find(({ label_id }) => label_id === labelId)?.name ?? labelId,
    [labels],
  )
  return { labels, nameOf }
}
