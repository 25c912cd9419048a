import type { FormElement } from '@throughline/contracts/form-content'
import { fieldOf } from '@throughline/flow/form'
import { ListFilter, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Kbd } from '../../../ui/kbd.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { altKey, DELETE_KEY } from '../../../ui/platform-keys.ts'
import { texts as builderTexts } from '../builder.texts.ts'
import { kindOf, nameOf } from '../elements.ts'
import { InsertLine } from './canvas/insert-line.tsx'
import type { Content } from './model/content.ts'
import { blocksOf, fieldCount } from './model/pages.ts'
import type { Edits, Spot } from './use-edits.ts'

const texts = builderTexts.outline

type Row = { key: string; page: number; element: FormElement | undefined; title: string; number: number | undefined }

/** A page, then what stands on it, as one list that arrows walk through. */
function rowsOf(elements: readonly FormElement[]): Row[] {
  let number = 0
  return blocksOf(elements).flatMap(({ mark, elements: own }, page): Row[] => [
    {
      key: mark?.id ?? 'first page',
      page,
      element: undefined,
      title: mark?.title || builderTexts.pageTitle(page + 1),
      number: undefined,
    },
    ...own.map((element) => {
      const field = fieldOf(element) !== undefined
      if (field) number += 1
      return { key: element.id, page, element, title: nameOf(element), number: field ? number : undefined }
    }),
  ])
}

type OutlineProps = {
  content: Content
  selected: string | undefined
  wrong: ReadonlySet<string>
  edits: Edits | undefined
  onSelect: (id: string | undefined) => void
  onPage: (page: number) => void
  /** Leads into the panel beside it: to the label, or to its condition. */
  onOpen: (id: string, place: 'label' | 'show_if') => void
}

/** The same form as a tree with one tab stop: it can be read, walked and edited by keys alone. */
export function Outline({ content, selected, wrong, edits, onSelect, onPage, onOpen }: OutlineProps) {
  const rows = useMemo(() => rowsOf(content.elements), [content.elements])
  const tree = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<{ key: string; at: number }>()
  const [adding, setAdding] = useState<Spot>()
  const own = rows.findIndex(({ key }) => key === (selected ?? current?.key))
  const at = own >= 0 ? own : Math.min(current?.at ?? 0, rows.length - 1)
  const hasFocus = useRef(false)
  // A row that moved or went away takes the focus with it: it goes on at the one in its place.
  useLayoutEffect(() => {
    const now = document.activeElement
    const isOurs = now === document.body || tree.current?.contains(now)
    if (hasFocus.current && !adding && isOurs) tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (!row) return
    setCurrent({ key: row.key, at: to })
    onSelect(row.element?.id)
    if (!row.element) onPage(row.page)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at]
    const act = row && keyAct(event, { row, at, rows, edits, go, onOpen, setAdding })
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-board">
      <Sum content={content} />
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <div
          ref={tree}
          role="tree"
          tabIndex={-1}
          aria-label={texts.label(content.title || builderTexts.untitled)}
          onKeyDown={onKeyDown}
          onFocus={() => {
            hasFocus.current = true
          }}
          onBlur={({ relatedTarget }) => {
            if (relatedTarget instanceof Node && !tree.current?.contains(relatedTarget)) hasFocus.current = false
          }}
          className="mx-auto max-w-170 overflow-hidden rounded-lg border bg-surface shadow-xs outline-none"
        >
          {rows.map((row, n) => (
            <OutlineRow
              key={row.key}
              row={row}
              focused={n === at}
              selected={row.element !== undefined && row.element.id === selected}
              wrong={row.element !== undefined && wrong.has(row.element.id)}
              onPress={go}
              at={n}
            />
          ))}
        </div>
        {edits && adding && (
          <div className="mx-auto mt-2 max-w-170">
            <InsertLine
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a key has just opened it
              autoFocus
              large
              spot={adding}
              edits={edits}
              onDone={() => {
                setAdding(undefined)
                hasFocus.current = true
              }}
            />
          </div>
        )}
      </div>
      {edits && <Hints />}
    </div>
  )
}

type Keys = Pick<OutlineProps, 'edits' | 'onOpen'> & {
  row: Row
  at: number
  rows: readonly Row[]
  go: (to: number) => void
  setAdding: (spot: Spot) => void
}

/** What a key does at a row; nothing where the key means nothing there. */
function keyAct(event: KeyboardEvent, { row, at, rows, edits, go, onOpen, setAdding }: Keys): (() => void) | undefined {
  const { key } = event
  const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined
  const { element, page } = row
  if (event.altKey) {
    if (!by || !edits) return undefined
    return () => (element ? edits.move(element.id, by) : edits.movePage(page, page + by))
  }
  if (hasMod(event))
    return key.toLowerCase() === 'd' && element && edits ? () => edits.duplicate(element.id) : undefined
  if (by) return () => go(at + by)
  if (key === 'Home') return () => go(0)
  if (key === 'End') return () => go(rows.length - 1)
  if (!edits) return undefined
  if (key === 'Backspace' || key === 'Delete')
    return () => (element ? edits.remove(element.id) : edits.removePage(page))
  const letter = key.toLowerCase()
  if (letter === 'a') return () => setAdding(element ? { after: element.id } : { page })
  if (letter === 'p') return () => edits.addPage(page)
  if (!element) return undefined
  if (key === 'Enter') return () => onOpen(element.id, 'label')
  if (letter === 'l') return () => onOpen(element.id, 'show_if')
  if (letter === 'r' && row.number !== undefined) return () => edits.change(element.id, { required: !element.required })
  return undefined
}

type OutlineRowProps = {
  row: Row
  focused: boolean
  selected: boolean
  wrong: boolean
  at: number
  onPress: (at: number) => void
}

// A key press paints the rows in view only. They are as high as they say, so that nothing moves when they come into view.
const rowClass = 'inset-focus flex items-center border-b px-3 [content-visibility:auto]'

const OutlineRow = memo(
  function OutlineRow({ row, focused, selected, wrong, at, onPress }: OutlineRowProps) {
    const { element, title, page, number } = row
    const common = {
      role: 'treeitem',
      tabIndex: focused ? 0 : -1,
      'aria-selected': selected,
      onClick: () => onPress(at),
    } as const
    if (!element)
      return (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
        <div
          {...common}
          aria-level={1}
          aria-expanded
          className={cn(rowClass, 'h-9 gap-2 bg-surface-2 text-xs font-medium text-fg-2')}
        >
          <span className="tnum grid size-5 place-items-center rounded-xs border border-line-strong bg-card text-2xs">
            {page + 1}
          </span>
          <span translate="no" className="min-w-0 flex-1 truncate">
            {title}
          </span>
        </div>
      )
    const { icon: Icon, word } = kindOf(element)
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
      <div {...common} aria-level={2} className={cn(rowClass, 'h-10 gap-3 text-sm', selected && 'bg-accent-subtle')}>
        <span className="tnum w-6 text-right text-xs text-fg-3">{number}</span>
        <Icon size={15} aria-hidden className="shrink-0 text-fg-2" />
        <span translate="no" className={cn('min-w-0 flex-1 truncate', selected && 'font-medium')}>
          {title}
        </span>
        {wrong && (
          <TriangleAlert
            size={13}
            aria-label={builderTexts.hasProblem}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an icon, there is no file
            role="img"
            className="shrink-0 text-danger-mark"
          />
        )}
        {element.show_if && (
          <span className="inline-flex shrink-0 items-center gap-1 rounded-xs bg-violet-bg px-1.5 text-2xs leading-5 font-medium text-violet-fg">
            <ListFilter size={11} aria-hidden />
            {builderTexts.conditional}
          </span>
        )}
        <span className="w-21 shrink-0 text-xs text-fg-3">{word}</span>
        <span className="w-15 shrink-0 text-xs text-fg-2">
          {number !== undefined && (element.required ? builderTexts.required : builderTexts.optional)}
        </span>
      </div>
    )
  },
  (a, b) =>
    a.row.element === b.row.element &&
    a.row.title === b.row.title &&
    a.row.number === b.row.number &&
    a.row.page === b.row.page &&
    a.focused === b.focused &&
    a.selected === b.selected &&
    a.wrong === b.wrong &&
    a.at === b.at,
)

function Sum({ content: { elements } }: { content: Content }) {
  const required = elements.filter((element) => element.required && fieldOf(element)).length
  const conditional = elements.filter(({ show_if }) => show_if).length
  return (
    <p className="flex h-11 shrink-0 items-center justify-end border-b bg-surface px-4 text-xs text-fg-3">
      {texts.sum(fieldCount(elements), required, conditional)}
    </p>
  )
}

const HINTS: [string, string][] = [
  ['↑↓', texts.keys.move],
  ['↵', texts.keys.edit],
  ['A', texts.keys.addAfter],
  ['P', texts.keys.addPage],
  [altKey('↑↓'), texts.keys.reorder],
  ['R', texts.keys.required],
  ['L', texts.keys.showIf],
  [modKey('D'), texts.keys.duplicate],
  [DELETE_KEY, texts.keys.delete],
]

const Hints = () => (
  <ul
    aria-label={texts.keys.label}
    className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3.5 gap-y-1 border-t bg-surface px-4 py-2 text-xs whitespace-nowrap text-fg-3"
  >
    {HINTS.map(([key, does]) => (
      <li key={does} className="inline-flex items-center gap-1.5">
        <Kbd>{key}</Kbd>
        {does}
      </li>
    ))}
  </ul>
)
