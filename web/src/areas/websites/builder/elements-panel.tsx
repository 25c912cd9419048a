import type { WebsiteElement } from '@throughline/contracts/website-content'
import type { WebsiteProblem } from '@throughline/contracts/websites'
import { GripVertical, TriangleAlert } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../builder.texts.ts'
import { type ElementKeys, pressElementKey } from './element-keys.ts'
import { KIND_ICONS, KINDS, labelOf } from './element-kinds.ts'
import { AddMenu, MoveMenu, type MoveMenuProps } from './element-menus.tsx'
import { problemText } from './problem-text.ts'
import { dragOf, useElementDrop } from './use-element-drop.ts'

type ElementsPanelProps = {
  keys: ElementKeys
  problems: readonly WebsiteProblem[]
  otherPages: MoveMenuProps['otherPages']
  /** The menu that a key has opened at the selected element. */
  menu: 'move' | 'add' | undefined
  list: RefObject<HTMLDivElement | null>
  onCloseMenu: () => void
}

export function ElementsPanel(props: ElementsPanelProps) {
  const { elements, acts } = props.keys
  return (
    <div className="px-4 py-3">
      <div className="flex justify-between text-xs">
        <h2 className="font-medium text-fg-2">{texts.add}</h2>
        <span className="text-fg-3">{texts.addHint}</span>
      </div>
      <div className="mt-2 grid grid-cols-3 gap-1.5">
        {KINDS.map((type) => {
          const Icon = KIND_ICONS[type]
          return (
            <button
              key={type}
              type="button"
              onClick={() => acts.add(type)}
              {...dragOf({ kind: type })}
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
      <ElementList {...props} />
    </div>
  )
}

/** The same elements as on the canvas, by one tab stop. */
function ElementList({ keys, problems, otherPages, menu, list, onCloseMenu }: ElementsPanelProps) {
  const { elements, selected, onSelect, acts } = keys
  const prefix = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const drop = useElementDrop(elements, acts)
  const at = elements.findIndex(({ id }) => id === selected)
  const chosen = elements[at]
  const close = () => {
    onCloseMenu()
    // After the menu has given the focus back to the page.
    requestAnimationFrame(() => list.current?.focus())
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
        onKeyDown={(event) => pressElementKey(event, keys)}
        className="-mx-2 mt-1.5 min-h-6 rounded-md"
      >
        {elements.map((element, place) => (
          <Option
            key={element.id}
            id={`${prefix}-${place}`}
            element={element}
            label={texts.option(place + 1, elements.length, texts.kinds[element.type], labelOf(element))}
            problems={problems.filter((problem) => problem.element === element.id).map(problemText)}
            selected={element.id === selected}
            over={drop.after === element.id}
            onSelect={() => {
              onSelect(element.id)
              list.current?.focus()
            }}
            drag={{ ...dragOf({ element: element.id }), ...drop.target(element.id) }}
            anchor={element.id === selected ? setAnchor : undefined}
          />
        ))}
      </div>
      <p ref={setEnd} id={`${prefix}-keys`} className="mt-2 text-xs text-fg-3">
        {texts.keys}
      </p>
      {menu === 'move' && chosen && (
        <MoveMenu element={chosen} anchor={anchor} onClose={close} {...{ elements, otherPages, acts }} />
      )}
      {menu === 'add' && <AddMenu anchor={anchor ?? end} onClose={close} onAdd={acts.add} />}
    </>
  )
}

type OptionProps = {
  id: string
  element: WebsiteElement
  label: string
  /** What is worth a look at it. */
  problems: readonly string[]
  selected: boolean
  /** Something that is dragged would go below it. */
  over: boolean
  onSelect: () => void
  drag: ReturnType<typeof dragOf> & ReturnType<ReturnType<typeof useElementDrop>['target']>
  anchor: ((option: HTMLElement | null) => void) | undefined
}

function Option({ id, element, label, problems, selected, over, onSelect, drag, anchor }: OptionProps) {
  const Icon = KIND_ICONS[element.type]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the listbox has the keys
    <div
      ref={anchor}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-label={problems.length > 0 ? texts.optionWarned(label, problems) : label}
      onClick={onSelect}
      {...drag}
      className={cn(
        'flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm',
        selected ? 'bg-accent-subtle font-medium text-accent-text' : 'hover:bg-surface-2',
        over && 'shadow-[inset_0_-2px_0_var(--accent)]',
      )}
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      <span translate="no" className="min-w-0 flex-1 truncate">
        {labelOf(element)}
      </span>
      {problems.length > 0 && <TriangleAlert size={13} aria-hidden className="shrink-0 text-warning-fg" />}
      {selected && <GripVertical size={13} aria-hidden className="shrink-0" />}
    </div>
  )
}
