import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useDeferredValue, useId, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { hasMod } from '../../../ui/mod-key.ts'
import { type Mentionable, mentionableQuery, type NamedAmong } from '../comments.api.ts'
import { texts } from '../comments.texts.ts'
import { MentionList, optionId } from './mention-list.tsx'
import { type Draft, nameAt, withName } from './mentions.ts'

const NOBODY: Mentionable[] = []

const matches = (name: string, search: string) => name.toLowerCase().includes(search.toLowerCase())

/** Whom the words at the cursor may mean, and the keys that choose among them. */
function useMentions(among: NamedAmong, draft: Draft, cursor: number, onPick: (person: Mentionable) => void) {
  const mention = nameAt(draft, cursor)
  const search = useDeferredValue(mention?.search ?? '')
  const [closedAt, setClosedAt] = useState<number>()
  const [chosen, setChosen] = useState({ search, place: 0 })
  const open = mention !== undefined && closedAt !== mention.from
  const {
    data: found = NOBODY,
    isSuccess,
    isPlaceholderData,
  } = useQuery({
    ...mentionableQuery(among, search),
    enabled: open,
  })
  // Until the answer is there the last one stands in, without those whom the words no longer mean.
  const isOld = isPlaceholderData || search !== mention?.search
  const data = isOld ? found.filter(({ name }) => matches(name, mention?.search ?? '')) : found
  const shown = open && isSuccess
  const active = Math.min(chosen.search === search ? chosen.place : 0, Math.max(0, data.length - 1))

  /** Whether the key was meant for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!shown) return false
    const person = data[active]
    if (event.key === 'Escape') setClosedAt(mention.from)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : data.length - 1
      setChosen({ search, place: data.length === 0 ? 0 : (active + by) % data.length })
    } else if ((event.key === 'Enter' || event.key === 'Tab') && person && !event.metaKey && !event.ctrlKey)
      onPick(person)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { shown, people: data, active, onKey }
}

type CommentBoxProps = {
  label: string
  among: NamedAmong
  draft: Draft
  onDraft: (draft: Draft) => void
  onSubmit: () => void
  onEscape?: () => void
  /** Whoever has just asked for it types next. */
  focused?: boolean
  describedBy?: string | undefined
  box?: RefObject<HTMLTextAreaElement | null>
  /** Buttons at the end of the line. */
  children?: ReactNode
}

/** A box for words and names: `@` lists people, ↵ picks, ⌘↵ sends. */
export function CommentBox(props: CommentBoxProps) {
  const { label, among, draft, onDraft, onSubmit, onEscape, focused, describedBy, children } = props
  const own = useRef<HTMLTextAreaElement>(null)
  const box = props.box ?? own
  const list = useId()
  const [cursor, setCursor] = useState(draft.text.length)
  const put = (next: { draft: Draft; cursor: number }) => {
    onDraft(next.draft)
    setCursor(next.cursor)
    // After the new text is in the box.
    setTimeout(() => {
      box.current?.focus()
      box.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  const pick = (person: Mentionable) => put(withName(draft, cursor, person))
  const { shown, people, active, onKey } = useMentions(among, draft, cursor, pick)
  const startMention = () => {
    const before = draft.text.slice(0, cursor)
    const at = before === '' || /\s$/.test(before) ? '@' : ' @'
    put({ draft: { ...draft, text: before + at + draft.text.slice(cursor) }, cursor: cursor + at.length })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey(event)) return
    if (event.key === 'Enter' && hasMod(event)) {
      event.preventDefault()
      event.stopPropagation()
      onSubmit()
    } else if (event.key === 'Escape' && onEscape) {
      event.stopPropagation()
      onEscape()
    }
  }
  return (
    <div className="relative">
      {shown && <MentionList id={list} people={people} active={active} onPick={pick} />}
      <output className="sr-only">{shown && texts.matches(people.length)}</output>
      <div className="flex items-end gap-0.5 rounded-md border border-line-control bg-surface py-1 pr-1 pl-3 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus">
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          value={draft.text}
          aria-label={label}
          aria-describedby={describedBy}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={shown ? list : undefined}
          aria-activedescendant={shown && people.length > 0 ? optionId(list, active) : undefined}
          placeholder={label}
          maxLength={9000}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has just asked to change a comment types next
          autoFocus={focused}
          onChange={({ target }) => {
            onDraft({ ...draft, text: target.value })
            setCursor(target.selectionStart)
          }}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-60 min-h-6 min-w-0 flex-1 resize-none self-center bg-transparent py-0.5 text-sm outline-none placeholder:text-fg-3"
        />
        <IconButton label={texts.mention} kbd="@" icon={AtSign} side="top" onClick={startMention} />
        {children}
      </div>
    </div>
  )
}
