import type { Document } from '@throughline/contracts/documents'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import type { DocumentNarrowing } from '../documents.api.ts'
import { spec, texts } from '../documents.texts.ts'
import { STATUSES } from '../list/files-search.ts'
import { countText } from '../sidebar/use-counts.ts'
import { type Group, GroupColumn } from './group-column.tsx'

type StatusViewProps = {
  groups: readonly Group[]
  filter: DocumentNarrowing
  current: string | undefined
  onRows: (key: string, documents: readonly Document[]) => void
}

const NONE = { count: 0, more: false }

/** One column for each status; of one status only, where that is asked for. */
export function StatusView({ groups, filter, current, onRows }: StatusViewProps) {
  const shown = STATUSES.filter((status) => !filter.status || filter.status === status)
  return (
    <div className="flex min-h-full w-max p-4 max-[759px]:w-full max-[759px]:flex-col max-[759px]:gap-5">
      {shown.map((status) => {
        const { count, more } = groups.find(({ key }) => key === status) ?? NONE
        const group = { key: status, name: spec.statuses[status], count, more }
        return (
          <GroupColumn
            key={status}
            group={group}
            filter={{ ...filter, status, sort: 'updated' }}
            current={current}
            status={false}
            empty={texts.empty.inGroup}
            className="w-59 shrink-0"
            onRows={onRows}
            heading={
              <h2 className="mb-2 flex h-7 items-center gap-2 px-1 text-sm font-medium tracking-normal">
                <StatusGlyph status={status} />
                <span className="truncate">{spec.statuses[status]}</span>
                <span translate="no" className="tnum font-normal text-fg-3">
                  {countText(group)}
                </span>
              </h2>
            }
          />
        )
      })}
    </div>
  )
}
