import { useEffect } from 'react'
import { FileGlyph } from '../../shared/file-glyph.tsx'
import { Marked } from '../../shared/marked.tsx'
import { cn } from '../../ui/cn.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { texts } from './palette.texts.ts'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'

export const optionId = (list: string, { id }: PaletteItem) => `${list}-${id}`

type PaletteListProps = {
  id: string
  groups: readonly PaletteGroup[]
  chosen: PaletteItem | undefined
  onPoint: (item: PaletteItem) => void
  onRun: (item: PaletteItem) => void
}

/** The focus stays in the field, which says which row is chosen. */
export function PaletteList({ id, groups, chosen, onPoint, onRun }: PaletteListProps) {
  const option = chosen && optionId(id, chosen)
  // After each render: other rows may have come above it.
  useEffect(() => {
    if (option !== undefined) document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> shows no glyphs and cannot be styled
      role="listbox"
      aria-label={texts.title}
      className={cn('min-h-0 flex-1 overflow-y-auto p-2', groups.length === 0 && 'hidden')}
    >
      {groups.map(({ value, items }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- options of a list are no fields
        <div key={value} role="group" aria-label={value} className="pb-1">
          <div aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-fg-3">
            {value}
          </div>
          {items.map((item) => (
            <PaletteRow
              key={item.id}
              id={optionId(id, item)}
              item={item}
              isChosen={item.id === chosen?.id}
              onPoint={onPoint}
              onRun={onRun}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type PaletteRowProps = Pick<PaletteListProps, 'onPoint' | 'onRun'> & {
  id: string
  item: PaletteItem
  isChosen: boolean
}

function PaletteRow({ id, item, isChosen, onPoint, onRun }: PaletteRowProps) {
  const { icon: Icon, label, note, noteRanges, keys, own, ranges, fileType } = item
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field opens the chosen row
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> shows no glyphs
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      // By moving the pointer, not by rows that move under it.
      onPointerMove={() => onPoint(item)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(item)}
      className={cn('flex h-11 items-center gap-3 rounded-md px-2.5 outline-none', isChosen && 'bg-accent-subtle')}
    >
      <span className="grid w-5 shrink-0 place-items-center">
        {fileType === undefined ? (
          <Icon size={16} strokeWidth={1.8} aria-hidden className="text-fg-3" />
        ) : (
          <FileGlyph contentType={fileType} size={18} />
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-md">
        {ranges ? <Marked text={label} ranges={ranges} /> : <span translate={own ? 'no' : undefined}>{label}</span>}
        {note && (
          <span className="ml-2 text-sm text-fg-3">
            {noteRanges ? <Marked text={note} ranges={noteRanges} /> : note}
          </span>
        )}
      </span>
      {keys && (
        <span translate="no" aria-hidden className="flex gap-1 max-[559px]:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </div>
  )
}
