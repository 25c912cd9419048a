import type { WebsiteElement, WebsiteElementType } from '@throughline/contracts/website-content'
import { nameOfElement } from '@throughline/flow/site-check'
import { ClipboardList, Heading, Image, type LucideIcon, Pilcrow, RectangleHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../builder.texts.ts'
import type { ElementActs } from './use-element-acts.ts'

const ICONS: Record<WebsiteElementType, LucideIcon> = {
  heading: Heading,
  paragraph: Pilcrow,
  image: Image,
  section: RectangleHorizontal,
  form: ClipboardList,
}
const TYPES: WebsiteElementType[] = ['heading', 'paragraph', 'image', 'section', 'form']

type ElementsPanelProps = {
  elements: readonly WebsiteElement[]
  selected: string | undefined
  onSelect: (id: string) => void
  /** The fields of the selected element, wherever they stand. */
  onEdit: () => void
  acts: ElementActs
}

export function ElementsPanel({ elements, selected, onSelect, onEdit, acts }: ElementsPanelProps) {
  return (
    <div className="px-4 py-3">
      <h2 className="text-xs font-medium text-fg-2">{texts.add}</h2>
      <div className="mt-2 grid grid-cols-3 gap-1.5">
        {TYPES.map((type) => {
          const Icon = ICONS[type]
          return (
            <button
              key={type}
              type="button"
              onClick={() => acts.add(type)}
              className="flex flex-col items-center gap-1 rounded-md border bg-surface px-1 py-2.5 text-xs hover:bg-surface-2"
            >
              <Icon size={16} aria-hidden className="text-fg-3" />
              {texts.kinds[type]}
            </button>
          )
        })}
      </div>
      <h2 className="mt-5 flex justify-between text-xs font-medium text-fg-2">
        {texts.onPage}
        <span translate="no" className="tnum text-fg-3">
          {elements.length}
        </span>
      </h2>
      {elements.length > 0 && <ElementList {...{ elements, selected, onSelect, onEdit, acts }} />}
    </div>
  )
}

const nameOf = (element: WebsiteElement) => {
  const name = nameOfElement(element)
  if (name !== element.type) return name
  if (element.type === 'image') return texts.noDescription
  return element.type === 'form' ? texts.kinds.form : texts.noText
}

/** The same elements as on the canvas, by one tab stop. */
function ElementList({ elements, selected, onSelect, onEdit, acts }: ElementsPanelProps) {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = elements.findIndex(({ id }) => id === selected)
  const go = (to: number) => {
    const next = elements[Math.min(Math.max(to, 0), elements.length - 1)]
    if (next) onSelect(next.id)
  }
  const press = (event: KeyboardEvent) => {
    const mod = event.metaKey || event.ctrlKey
    const chosen = elements[at]
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (event.altKey && chosen ? acts.move(chosen.id, 1) : go(at + 1)),
      ArrowUp: () => (event.altKey && chosen ? acts.move(chosen.id, -1) : go(at === -1 ? 0 : at - 1)),
      Home: () => go(0),
      End: () => go(elements.length - 1),
      Enter: chosen && onEdit,
      Delete: chosen && (() => acts.remove(chosen.id)),
      Backspace: chosen && (() => acts.remove(chosen.id)),
      d: mod && chosen ? () => acts.duplicate(chosen.id) : undefined,
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <>
      <div
        ref={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select shows no icons and has no keys of its own
        role="listbox"
        tabIndex={0}
        aria-label={texts.onPage}
        aria-activedescendant={at === -1 ? undefined : `${prefix}-${at}`}
        aria-describedby={`${prefix}-keys`}
        onKeyDown={press}
        className="mt-1.5 -mx-2 rounded-md"
      >
        {elements.map((element, place) => {
          const Icon = ICONS[element.type]
          const name = nameOf(element)
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the listbox has the keys
            <div
              key={element.id}
              id={`${prefix}-${place}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
              role="option"
              tabIndex={-1}
              aria-selected={element.id === selected}
              aria-label={texts.option(place + 1, elements.length, texts.kinds[element.type], name)}
              onClick={() => {
                onSelect(element.id)
                list.current?.focus()
              }}
              className={cn(
                'flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm',
                element.id === selected ? 'bg-accent-subtle font-medium text-accent-text' : 'hover:bg-surface-2',
              )}
            >
              <Icon size={14} aria-hidden className="shrink-0" />
              <span translate="no" className="truncate">
                {name}
              </span>
            </div>
          )
        })}
      </div>
      <p id={`${prefix}-keys`} className="mt-2 text-xs text-fg-3">
        {texts.keys}
      </p>
    </>
  )
}
