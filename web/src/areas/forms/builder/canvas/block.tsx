import type { FormElement } from '@throughline/contracts/form-content'
import { ArrowDown, ArrowUp, Copy, FolderInput, GripVertical, ListFilter, Trash2, TriangleAlert } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { MenuItem } from '../../../../ui/menu-items.tsx'
import { hasMod, modKey } from '../../../../ui/mod-key.ts'
import { altKey, DELETE_KEY } from '../../../../ui/platform-keys.ts'
import { texts } from '../../builder.texts.ts'
import { kindOf, nameOf } from '../../elements.ts'
import { wordsKey, wordsOf } from '../model/elements.ts'
import { useTypedText } from '../typed-text.tsx'
import type { Edits } from '../use-edits.ts'
import { ElementView } from './element-view.tsx'

type BlockProps = {
  element: FormElement
  selected: boolean
  wrong: boolean
  /** The words are to be typed at once: it has just been added. */
  fresh: boolean
  /** Absent: only to be looked at. */
  edits: Edits | undefined
  onSelect: (id: string | undefined) => void
  /** The names of all pages, to move it to another one. */
  pages: readonly string[]
}

export const DRAGGED = 'application/x-throughline-element'

/** Where a dragged one would go: into the upper half means before this one. */
function useDrop(id: string, edits: Edits | undefined) {
  const [side, setSide] = useState<'before' | 'after'>()
  if (!edits) return { side, props: {} }
  const sideOf = (event: DragEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    return event.clientY < top + height / 2 ? 'before' : 'after'
  }
  return {
    side,
    props: {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setSide(sideOf(event))
      },
      onDragLeave: () => setSide(undefined),
      onDrop: (event: DragEvent<HTMLElement>) => {
        setSide(undefined)
        const moved = event.dataTransfer.getData(DRAGGED)
        if (!moved || moved === id) return
        event.preventDefault()
        edits.moveTo(moved, sideOf(event) === 'before' ? { before: id } : { after: id })
      },
    },
  }
}

/**
 * What lies over each other shares a cell of a grid. Placed absolutely, hundreds of elements would each be layers that
 * every key press paints and hit-tests anew.
 */
const layer = 'col-start-1 row-start-1 min-w-0'

/** An element on the page. A press selects it; its words are typed where they stand. */
export const Block = memo(function Block(props: BlockProps) {
  const { element, selected, wrong, edits, onSelect } = props
  const { id } = element
  const kind = kindOf(element)
  const { side, props: dropProps } = useDrop(id, edits)
  if (!edits)
    return (
      <div className="px-3 py-2.5">
        <ElementView element={element} />
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what stands in it, and what is dropped on it
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would disable what stands in it, and has a legend
      role="group"
      aria-label={texts.elementNamed(kind.word, nameOf(element))}
      data-element={id}
      onKeyDown={(event) => selected && onBlockKey(event, id, edits, onSelect)}
      {...dropProps}
      className={cn(
        'group/block grid grid-cols-1 rounded-md',
        selected
          ? 'relative bg-surface shadow-[0_0_0_2px_var(--accent)]'
          : 'hover:shadow-[0_0_0_1px_var(--border-strong)]',
        side === 'before' && 'border-t-2 border-accent',
        side === 'after' && 'border-b-2 border-accent',
      )}
    >
      {selected && <SelectedTools {...props} edits={edits} />}
      <div className={cn(layer, 'px-3 pb-2.5', selected ? 'pt-3.5' : 'pt-2.5')}>
        {element.show_if && (
          <span className="mb-1.5 flex w-fit items-center gap-1.5 rounded-xs bg-violet-bg px-1.5 text-2xs leading-5 font-medium text-violet-fg">
            <ListFilter size={11} aria-hidden />
            {texts.conditional}
          </span>
        )}
        <ElementView element={element} label={selected && <WordsInput {...props} edits={edits} />} />
      </div>
      {wrong && !selected && (
        <TriangleAlert
          size={14}
          aria-label={texts.hasProblem}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an icon, there is no file
          role="img"
          className={cn(layer, 'mt-3 mr-2 justify-self-end text-danger-mark')}
        />
      )}
      {!selected && (
        <button
          type="button"
          aria-label={texts.select(nameOf(element))}
          onClick={() => onSelect(id)}
          className={cn(layer, 'inset-focus rounded-md')}
        />
      )}
    </div>
  )
})

/** Keys of the selected element; those without ⌘ or ⌥ belong to what is being typed. */
function onBlockKey(event: KeyboardEvent, id: string, edits: Edits, onSelect: BlockProps['onSelect']) {
  const act =
    event.altKey && event.key === 'ArrowUp'
      ? () => edits.move(id, -1)
      : event.altKey && event.key === 'ArrowDown'
        ? () => edits.move(id, 1)
        : hasMod(event) && event.key.toLowerCase() === 'd'
          ? () => edits.duplicate(id)
          : event.key === 'Escape'
            ? () => onSelect(undefined)
            : undefined
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  keepFocus(act)
}

/** An element that changes places loses the focus on the way. */
function keepFocus(act: () => void) {
  const had = document.activeElement
  act()
  requestAnimationFrame(() => {
    if (had instanceof HTMLElement && had.isConnected && document.activeElement === document.body) had.focus()
  })
}

function SelectedTools({ element, edits, pages }: BlockProps & { edits: Edits }) {
  const { id } = element
  const { icon: Icon, word } = kindOf(element)
  return (
    <>
      <span
        draggable
        title={texts.drag}
        aria-hidden
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED, id)
          event.dataTransfer.effectAllowed = 'move'
        }}
        className="absolute top-3 -left-6 grid size-6 cursor-grab place-items-center text-fg-3"
      >
        <GripVertical size={16} />
      </span>
      <span className="absolute -top-2.5 left-3 inline-flex h-5 items-center gap-1.5 rounded-xs bg-accent px-1.5 text-2xs font-medium text-on-accent">
        <Icon size={12} aria-hidden />
        {word}
      </span>
      <div
        role="toolbar"
        aria-label={texts.toolsFor(nameOf(element))}
        className="absolute -top-4 right-2 z-2 inline-flex items-center rounded-sm border bg-card p-0.5 shadow-sm"
      >
        <IconButton
          label={texts.moveUp}
          kbd={altKey('↑')}
          icon={ArrowUp}
          size="sm"
          onClick={() => keepFocus(() => edits.move(id, -1))}
        />
        <IconButton
          label={texts.moveDown}
          kbd={altKey('↓')}
          icon={ArrowDown}
          size="sm"
          onClick={() => keepFocus(() => edits.move(id, 1))}
        />
        {pages.length > 1 && (
          <Menu align="end" trigger={<IconButton label={texts.moveTo} icon={FolderInput} size="sm" />}>
            {pages.map((page, at) => (
              <MenuItem key={at} onSelect={() => edits.moveTo(id, { page: at })}>
                {texts.toPage(at + 1, page)}
              </MenuItem>
            ))}
          </Menu>
        )}
        <IconButton
          label={texts.duplicate}
          kbd={modKey('D')}
          icon={Copy}
          size="sm"
          onClick={() => edits.duplicate(id)}
        />
        <IconButton label={texts.delete} kbd={DELETE_KEY} icon={Trash2} size="sm" onClick={() => edits.remove(id)} />
      </div>
    </>
  )
}

/** What is typed here stands on the page as it will. */
function WordsInput({ element, edits, wrong, fresh }: BlockProps & { edits: Edits }) {
  const key = wordsKey(element)
  const [words, type] = useTypedText(wordsOf(element), (text) => edits.change(element.id, { [key]: text }, key))
  const long = element.type === 'label'
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  // The button that selected it is gone, and the focus with it.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) input.current?.focus()
  }, [])
  const typed = {
    ref: input,
    'aria-label': texts.wordsOnPage,
    'aria-invalid': (wrong && words.trim() === '') || undefined,
    placeholder: key === 'label' ? texts.labelPlaceholder : texts.wordsPlaceholder,
    value: words,
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- a press has just added it, to be named
    autoFocus: fresh,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Backspace' || words !== '') return
      event.preventDefault()
      edits.remove(element.id)
    },
    className:
      '-my-0.5 -ml-1 rounded-xs bg-accent-subtle px-1 font-[inherit] placeholder:text-fg-3 aria-invalid:bg-danger-bg aria-invalid:placeholder:text-danger-fg field-sizing-content max-w-full min-w-24',
  }
  return long ? <textarea rows={2} {...typed} /> : <input maxLength={500} {...typed} />
}
