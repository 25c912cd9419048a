import type { FormElement } from '@throughline/contracts/form-content'
import { FilePlus2, ImageIcon, PartyPopper, Settings2, Trash2, TriangleAlert } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, memo, useMemo } from 'react'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { texts } from '../builder.texts.ts'
import { DRAGGED } from './canvas/block.tsx'
import { blocksOf, fieldCount, type PageBlock } from './model/pages.ts'
import type { Edits } from './use-edits.ts'
import type { PanelName } from './use-view.ts'

type RailProps = {
  elements: readonly FormElement[]
  page: number
  panel: PanelName | undefined
  wrong: ReadonlySet<string>
  edits: Edits | undefined
  onPage: (page: number) => void
  onPanel: (panel: PanelName) => void
}

const PANELS = [
  ['banner', ImageIcon],
  ['thanks', PartyPopper],
  ['settings', Settings2],
] as const

const entry =
  'inset-focus flex h-9 w-full min-w-0 items-center gap-2 rounded-sm px-2 text-left text-sm text-fg-2 hover:bg-surface-3 aria-[current]:bg-surface-3 aria-[current]:font-medium aria-[current]:text-fg'

/** The pages of the form, and what belongs to all of it. */
export const Rail = memo(function Rail({ elements, page, panel, wrong, edits, onPage, onPanel }: RailProps) {
  const blocks = useMemo(() => blocksOf(elements), [elements])
  return (
    <nav
      aria-label={texts.pages}
      className="flex w-50 shrink-0 flex-col overflow-y-auto border-r bg-surface px-2 pt-3 pb-2 max-[1180px]:w-43"
    >
      <div className="mb-1 flex h-6 items-center px-2">
        <h2 className="flex-1 text-xs font-medium tracking-normal text-fg-3">{texts.pagesTitle}</h2>
        {edits && (
          <IconButton
            label={texts.addPage}
            icon={FilePlus2}
            size="sm"
            onClick={() => {
              edits.addPage(page)
              onPage(page + 1)
            }}
          />
        )}
      </div>
      <ol className="space-y-px">
        {blocks.map((block, at) => (
          <PageEntry
            key={block.mark?.id ?? 'first'}
            block={block}
            at={at}
            count={blocks.length}
            current={at === page}
            wrong={block.elements.filter(({ id }) => wrong.has(id)).length}
            edits={edits}
            onPage={onPage}
          />
        ))}
      </ol>
      {edits && (
        <ul className="mt-2 space-y-px border-t pt-2">
          {PANELS.map(([name, Icon]) => (
            <li key={name}>
              <button
                type="button"
                aria-current={panel === name || undefined}
                onClick={() => onPanel(name)}
                className={entry}
              >
                <Icon size={15} aria-hidden className="mx-0.5 shrink-0 text-fg-3" />
                <span className="truncate">{texts.panels[name]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
})

type PageEntryProps = Pick<RailProps, 'edits' | 'onPage'> & {
  block: PageBlock
  at: number
  count: number
  current: boolean
  wrong: number
}

const PAGE = 'application/x-throughline-page'

function PageEntry({ block, at, count, current, wrong, edits, onPage }: PageEntryProps) {
  const title = block.mark?.title || texts.pageTitle(at + 1)
  const move = (from: number, to: number) => {
    if (!edits || to < 0 || to >= count) return
    edits.movePage(from, to)
    onPage(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || by === 0) return
    event.preventDefault()
    move(at, at + by)
  }
  const onDrop = ({ dataTransfer }: DragEvent) => {
    const element = dataTransfer.getData(DRAGGED)
    const page = dataTransfer.getData(PAGE)
    if (element) edits?.moveTo(element, { page: at })
    else if (page) move(Number(page), at)
  }
  const fields = fieldCount(block.elements)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dragged has keys of its own
    <li
      className="group/page relative"
      draggable={edits !== undefined && count > 1}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(PAGE, String(at))}
      onDragOver={(event) => edits && event.preventDefault()}
      onDrop={onDrop}
    >
      <button
        type="button"
        aria-current={current ? 'page' : undefined}
        onClick={() => onPage(at)}
        onKeyDown={onKeyDown}
        className={entry}
      >
        <span className="tnum grid size-5 shrink-0 place-items-center rounded-xs border border-line-strong bg-card text-2xs text-fg-2">
          {at + 1}
        </span>
        <span translate="no" className="min-w-0 flex-1 truncate">
          {title}
        </span>
        {wrong > 0 ? (
          <TriangleAlert
            size={13}
            aria-label={texts.problems(wrong)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an icon, there is no file
            role="img"
            className="shrink-0 text-danger-mark"
          />
        ) : (
          fields > 0 && (
            <span className="tnum text-2xs text-fg-3">
              {fields}
              <span className="sr-only"> {texts.fieldsWord(fields)}</span>
            </span>
          )
        )}
      </button>
      {edits && count > 1 && current && (
        <span className={cn('absolute top-1.5 right-7 hidden group-focus-within/page:block group-hover/page:block')}>
          <IconButton
            label={texts.removePage(title)}
            icon={Trash2}
            size="sm"
            onClick={() => {
              edits.removePage(at)
              onPage(Math.max(0, at - 1))
            }}
          />
        </span>
      )}
    </li>
  )
}
