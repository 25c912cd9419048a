import { Tabs } from '@base-ui/react/tabs'
import type { PreviewSheet } from '@throughline/contracts/document-preview'
import { Table2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { tabLine, tabRow } from '../../../../ui/tab-style.ts'
import { useHits } from '../find/use-hits.ts'
import { texts } from '../preview.texts.ts'
import { Instead } from '../states.tsx'
import type { Viewing } from '../use-viewing.ts'
import { cellsOf, type SheetCell } from './cells.ts'
import { SheetGrid } from './sheet-grid.tsx'
import { TruncationNote } from './truncation-note.tsx'

type TableViewProps = { name: string; sheets: readonly PreviewSheet[]; viewing: Viewing }

/** One sheet at a time; a hit in another one leads there. */
export function TableView({ name, sheets, viewing }: TableViewProps) {
  const cells = useMemo(() => cellsOf(sheets), [sheets])
  const found = useHits(cells.texts, viewing)
  const hit = useMemo(() => found.hit && cells.placeOf(found.hit.piece), [cells, found.hit])
  const [picked, setPicked] = useState<{ at: number; since: SheetCell | undefined }>({ at: 0, since: undefined })
  const at = hit && hit !== picked.since ? hit.sheet : picked.at
  const { change } = viewing
  const scale = viewing.wanted ?? 1
  useEffect(() => change({ shown: scale }), [change, scale])
  const sheet = sheets[at]
  if (!sheet) return <Instead icon={Table2} title={texts.emptyFile} onDownload={undefined} />
  const grid = (
    <SheetGrid
      key={at}
      name={sheets.length > 1 ? texts.sheet(sheet.name) : name}
      sheet={sheet}
      pieces={cells.rowsOf(at)}
      found={found}
      hit={hit?.sheet === at ? hit : undefined}
      viewing={viewing}
    />
  )
  const note = sheet.cut && <TruncationNote>{texts.cutRows}</TruncationNote>
  if (sheets.length === 1)
    return (
      <>
        {grid}
        {note}
      </>
    )
  return (
    <Tabs.Root
      value={at}
      onValueChange={(next: number) => setPicked({ at: next, since: hit })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Tabs.Panel value={at} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {grid}
      </Tabs.Panel>
      {note}
      <Tabs.List
        activateOnFocus
        aria-label={texts.sheets}
        className={cn(tabRow, 'h-10 shrink-0 overflow-x-auto border-t bg-overlay px-4')}
      >
        {sheets.map((one, position) => (
          <Tabs.Tab key={`${position} ${one.name}`} value={position} translate="no" className={tabLine}>
            {one.name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}
