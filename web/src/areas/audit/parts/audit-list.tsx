import { ScrollText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { ListBody, ListEmpty } from '../../../shared/list-page/list-page.tsx'
import { ListEnd } from '../../../shared/list-page/list-table.tsx'
import { Button } from '../../../ui/button.tsx'
import type { LogRow } from '../audit.api.ts'
import { texts } from '../audit.texts.ts'
import { AuditTable } from './audit-table.tsx'
import type { useEntries } from './use-entries.ts'
import { useRowSearch } from './use-row-search.ts'
import type { Verification } from './use-verify.ts'
import { VerifyBanner } from './verify-banner.tsx'

type AuditListProps = {
  log: ReturnType<typeof useEntries>
  timeZone: string
  filtered: boolean
  verification: Verification | undefined
  onDismiss: () => void
  onClear: () => void
}

export function AuditList({ log, timeZone, filtered, verification, onDismiss, onClear }: AuditListProps) {
  const { query, list } = log
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const onFound = useCallback((row: LogRow | undefined) => {
    if (row) setOpen((before) => new Set([...before, row.id]))
  }, [])
  const { looking, lookFor } = useRowSearch({
    entries: list.rows,
    hasMore: list.hasMore,
    loading: query.isFetching,
    loadMore: list.more,
    onFound,
    scroller: list.scroller,
  })
  const flip = (id: string) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    )

  return (
    <>
      {verification && (
        <div className="border-b px-4 py-3">
          <VerifyBanner
            verification={verification}
            timeZone={timeZone}
            looking={looking}
            onDismiss={onDismiss}
            onGoTo={(seq) => {
              if (filtered) onClear()
              lookFor(seq)
            }}
          />
        </div>
      )}
      <ListBody
        list={list}
        texts={{ label: texts.caption, loading: texts.loading, failed: texts.failed }}
        empty={
          filtered ? (
            <ListEmpty
              icon={ScrollText}
              title={texts.noMatches}
              hint={texts.noMatchesHint}
              action={<Button onClick={onClear}>{texts.filters.clear}</Button>}
            />
          ) : (
            <ListEmpty icon={ScrollText} title={texts.empty} />
          )
        }
      >
        <AuditTable
          entries={list.rows}
          timeZone={timeZone}
          now={query.dataUpdatedAt}
          open={open}
          onFlip={flip}
          broken={verification?.state === 'done' ? verification.result.broken : null}
        />
        <ListEnd list={list} />
        {!list.hasMore && <p className="py-4 text-center text-fg-3">{texts.end}</p>}
      </ListBody>
    </>
  )
}
