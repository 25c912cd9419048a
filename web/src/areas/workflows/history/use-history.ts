import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Workflow } from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import { useMemo, useState } from 'react'
import { documentOf } from '../builder/document.ts'
import { versionQuery, versionsQuery } from '../builder.api.ts'
import type { Names } from '../model/drawing.ts'
import { type Comparison, compare, type Person } from './comparison.tsx'

/** The shared draft, or a version by its number. */
export type Which = 'draft' | number

/** What an item is compared with unless somebody chooses; undefined for the first. */
export function oneBefore(which: Which, { draft, current_version }: Workflow): number | undefined {
  if (which === 'draft') return draft?.based_on ?? current_version ?? undefined
  return which > 1 ? which - 1 : undefined
}

const NONE = 0

function useDocument(workflow: Workflow, which: Which | undefined) {
  const number = typeof which === 'number' ? which : NONE
  const version = useQuery({
    ...versionQuery(workflow.id, number),
    enabled: number > NONE,
    placeholderData: keepPreviousData,
  })
  const draft = useMemo(() => documentOf(workflow), [workflow])
  const doc: FlowDoc | undefined = which === 'draft' ? draft : which === undefined ? undefined : version.data?.document
  const failed = number > NONE && version.isError
  return { doc, version: number > NONE ? version.data : undefined, failed, retry: version.refetch }
}

/** The versions, which of them is looked at, and how it differs from another. */
export function useHistory(workflow: Workflow, names: Names) {
  const list = useInfiniteQuery(versionsQuery(workflow.id))
  const versions = useMemo(() => (list.data?.pages ?? []).flatMap(({ data }) => data), [list.data])
  const [chosen, setChosen] = useState<Which>()
  const [against, setAgainst] = useState<Which>()
  const which: Which | undefined = chosen ?? (workflow.draft ? 'draft' : (workflow.current_version ?? undefined))
  const other = against ?? (which === undefined ? undefined : oneBefore(which, workflow))
  const newer = useDocument(workflow, which)
  const older = useDocument(workflow, other)
  const authored = which === 'draft' ? workflow.draft?.changes : newer.version?.changes

  const compared = useMemo((): Comparison | undefined => {
    if (!newer.doc || !older.doc) return undefined
    const known = [workflow.draft?.authors ?? [], ...versions.map(({ authors }) => authors)].flat()
    const people = (id: string): Person => known.find((one) => one.id === id) ?? { name: names.person(id), photo: null }
    return compare(older.doc, newer.doc, { names, authored: authored ?? [], people })
  }, [newer.doc, older.doc, workflow.draft, versions, names, authored])

  const choose = (next: Which) => {
    setChosen(next)
    setAgainst(undefined)
  }
  const failed = newer.failed || older.failed
  const retry = () => {
    void newer.retry()
    void older.retry()
  }
  return {
    list,
    versions,
    which,
    other,
    doc: newer.doc,
    version: newer.version,
    compared,
    choose,
    setAgainst,
    failed,
    retry,
  }
}

export type History = ReturnType<typeof useHistory>
