import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react'
import { cn } from '../../../../ui/cn.ts'
import { texts } from '../../builder.texts.ts'
import { kindOf } from '../../elements.ts'
import { INSERTABLE, type Insertable } from '../model/elements.ts'
import type { Edits, Spot } from '../use-edits.ts'

const kindOfInsertable = (kind: Insertable) =>
  kind === 'checkboxes' ? kindOf({ type: 'checkbox', options: ['1'] }) : kindOf({ type: kind })

/** Those whose name begins with the words come first, then those that mention them; the rest follows in its usual order. */
function matching(words: string): { kinds: Insertable[]; matches: number } {
  const sought = words.trim().toLowerCase()
  if (!sought) return { kinds: [...INSERTABLE], matches: 0 }
  const rank = (kind: Insertable) => {
    const { word, hint } = kindOfInsertable(kind)
    if (word.toLowerCase().startsWith(sought) || kind.toLowerCase().startsWith(sought)) return 0
    return `${word} ${hint}`.toLowerCase().includes(sought) ? 1 : 2
  }
  const ranked = INSERTABLE.map((kind) => ({ kind, rank: rank(kind) }))
  const kinds = ranked.toSorted((a, b) => a.rank - b.rank).map(({ kind }) => kind)
  return { kinds, matches: ranked.filter((one) => one.rank < 2).length }
}

const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•]|\d+[.)])?\s*/, '')
        .trim()
        .slice(0, 500),
    )
    .filter(Boolean)

type InsertLineProps = {
  spot: Spot
  edits: Edits
  autoFocus?: boolean
  /** Told when something was inserted, and when it was left without. */
  onDone?: () => void
  large?: boolean
}

/** What is typed into the line, which kind is chosen, and what the keys do with both. */
function useInsertLine({ spot, edits, onDone }: InsertLineProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const isOpen = text.startsWith('/')
  const { kinds, matches } = matching(text.slice(1))
  const insert = (kind: Insertable) => {
    setText('')
    edits.add(kind, spot)
    onDone?.()
  }
  const addLines = (lines: readonly string[]) => {
    setText('')
    edits.addLines(lines, spot)
    onDone?.()
  }
  const onChange = (typed: string) => {
    setText(typed)
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (isOpen && by !== 0) {
      event.preventDefault()
      setAt((now) => (now + by + kinds.length) % kinds.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = kinds[at]
      if (isOpen && chosen) insert(chosen)
      else if (text.trim()) addLines([text.trim()])
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      if (text) setText('')
      else onDone?.()
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    const lines = linesOf(event.clipboardData.getData('text/plain'))
    if (lines.length < 2 || text.trim()) return
    event.preventDefault()
    addLines(lines)
  }
  return { text, isOpen, kinds, matches, current: kinds[at], insert, onChange, onKeyDown, onPaste }
}

/** A question and Enter makes a text field; `/` opens everything else; several lines that are pasted make one each. */
export function InsertLine(props: InsertLineProps) {
  const { autoFocus, onDone, large } = props
  const { text, isOpen, kinds, matches, current, insert, onChange, onKeyDown, onPaste } = useInsertLine(props)
  const listId = useId()
  return (
    <div className="relative px-3 py-1.5">
      {!large && (
        <Plus
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-fg-3"
        />
      )}
      <input
        data-insert
        role="combobox"
        aria-label={texts.insert}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={500}
        placeholder={texts.insertPlaceholder}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where it is asked for, a press has just opened it
        autoFocus={autoFocus}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => !text && onDone?.()}
        className={cn(
          'w-full rounded-sm border text-md placeholder:text-fg-3 focus:border-accent',
          large
            ? 'h-11 border-line-control bg-surface px-3'
            : 'h-10 border-transparent bg-transparent pr-3 pl-6 hover:border-line-strong',
        )}
      />
      {isOpen && (
        <InsertList
          id={listId}
          kinds={kinds}
          matches={matches}
          words={text.slice(1).trim()}
          current={current}
          onInsert={insert}
        />
      )}
    </div>
  )
}

type InsertListProps = {
  id: string
  kinds: readonly Insertable[]
  matches: number
  words: string
  current: Insertable | undefined
  onInsert: (kind: Insertable) => void
}

function InsertList({ id, kinds, matches, words, current, onInsert }: InsertListProps) {
  return (
    <div className="absolute top-full left-3 z-(--z-popover) w-85 rounded-lg border bg-overlay p-1 shadow-lg">
      <p className="px-2 pt-1.5 pb-1 text-xs font-medium text-fg-3">
        {words && matches > 0 ? texts.matches(words) : texts.allKinds}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the list of a combobox, which no tag draws like this */}
      <ul id={id} role="listbox" aria-label={texts.kindsToInsert} className="max-h-80 overflow-y-auto">
        {kinds.map((kind, n) => {
          const { icon: Icon, word, hint } = kindOfInsertable(kind)
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-to-interactive-role -- the box above has the focus and the keys
            <li
              key={kind}
              id={`${id}-${kind}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- one of a combobox’s list
              role="option"
              aria-selected={kind === current}
              ref={kind === current ? showItem : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(kind)}
              className={cn(
                'flex h-11 cursor-default items-center gap-3 rounded-sm px-2 hover:bg-surface-2 aria-selected:bg-surface-3',
                words && matches > 0 && n === matches && 'mt-1 border-t',
              )}
            >
              <span className="grid size-8 shrink-0 place-items-center rounded-sm border bg-card text-fg-2">
                <Icon size={16} aria-hidden />
              </span>
              <span className="min-w-0 flex-1 leading-tight">
                <span className="block text-sm font-medium">{word}</span>
                <span className="block truncate text-xs text-fg-3">{hint}</span>
              </span>
            </li>
          )
        })}
      </ul>
      <p aria-hidden className="flex h-8 items-center justify-end gap-3 border-t px-2 text-xs text-fg-3">
        {texts.insertKeys}
      </p>
    </div>
  )
}

const showItem = (item: HTMLElement | null) => item?.scrollIntoView?.({ block: 'nearest' })
