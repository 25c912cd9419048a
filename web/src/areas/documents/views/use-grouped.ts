import type { Document } from '@throughline/contracts/documents'
import { useCallback, useMemo, useState } from 'react'

/** What the groups of a view hold, in the order in which they stand. */
export function useGrouped() {
  const [groups, setGroups] = useState<ReadonlyMap<string, readonly Document[]>>(new Map())
  const onRows = useCallback(
    (key: string, documents: readonly Document[]) => setGroups((old) => new Map(old).set(key, documents)),
    [],
  )
  const documents = useMemo(() => [...groups.values()].flat(), [groups])
  return { documents, onRows }
}
