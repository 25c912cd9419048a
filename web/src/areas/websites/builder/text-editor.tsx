import { MAX_LINE_LENGTH, MAX_TEXT_LENGTH, type WebsiteElement } from '@throughline/contracts/website-content'
import { Bold, Italic, Link2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { toast } from '../../../ui/toast.ts'
import { texts as builderTexts } from '../builder.texts.ts'
import { isRich, type TextPart, textOf, withText } from './element-kinds.ts'
import type { TextBox } from './page-frame.tsx'
import { inertHtml } from './site-html.ts'
import { drawText, readText } from './text-dom.ts'

const texts = builderTexts.writing

/** Where somebody writes, and where the caret begins: at the point that was pressed, else with all of it selected. */
export type Writing = { id: string; part: TextPart; point?: { x: number; y: number } }

/** As the browser does it, so that its own undo knows of it. */
const toggleMark = (mark: 'bold' | 'italic') => document.execCommand(mark)

function putCaret(place: HTMLElement, point: Writing['point']) {
  place.focus()
  const selection = getSelection()
  const found = point && document.caretPositionFromPoint?.(point.x, point.y)
  if (found && place.contains(found.offsetNode)) selection?.collapse(found.offsetNode, found.offset)
  else selection?.selectAllChildren(place)
}

function putCaretAtEnd(place: HTMLElement) {
  const selection = getSelection()
  selection?.selectAllChildren(place)
  selection?.collapseToEnd()
}

/** Only text and the three marks come from the clipboard. */
function paste(event: ClipboardEvent, rich: boolean) {
  event.preventDefault()
  const { clipboardData } = event
  const html = rich && clipboardData.getData('text/html')
  if (!html) {
    const text = clipboardData.getData('text/plain')
    document.execCommand('insertText', false, rich ? text : text.replace(/\s+/g, ' '))
    return
  }
  const parsed = new DOMParser().parseFromString(inertHtml(html), 'text/html')
  const drawn = document.createElement('div')
  drawText(drawn, readText(parsed.body), true)
  const { firstElementChild: only } = drawn
  const isOneLine = drawn.childElementCount === 1 && only
  document.execCommand('insertHTML', false, inertHtml(isOneLine ? only.innerHTML : drawn.innerHTML))
}

type TextEditorProps = {
  element: WebsiteElement
  writing: Writing
  box: TextBox
  scale: number
  onChange: (element: WebsiteElement) => void
  /** Escape, or Enter in a text of one line. */
  onDone: () => void
  /** A slash in an empty text. */
  onSlash: () => void
  onLink: () => void
}

/** Over the text on the page, looking as it does there. The page below follows while it is written. */
export function TextEditor({ element, writing, box, scale, onChange, onDone, onSlash, onLink }: TextEditorProps) {
  const { part } = writing
  const rich = isRich(element, part)
  const text = textOf(element, part)
  const place = useRef<HTMLDivElement>(null)
  const known = useRef<string>(undefined)
  const begin = useEffectEvent((here: HTMLElement) => putCaret(here, writing.point))
  useEffect(() => {
    // What is written here is there already: drawing it again would move the caret.
    if (!place.current || known.current === text) return
    const isFirst = known.current === undefined
    known.current = text
    drawText(place.current, text, rich)
    if (isFirst) begin(place.current)
  }, [text, rich])
  const most = rich ? MAX_TEXT_LENGTH : MAX_LINE_LENGTH
  const write = (here: HTMLElement, isComposing: boolean) => {
    const written = rich ? readText(here) : (here.textContent ?? '').replace(/\s+/g, ' ')
    if (written === known.current) return
    // The server keeps no more. One that became too long by its links may still be shortened.
    if (written.length > most && written.length > text.length) {
      // Whoever composes a character is not disturbed until it is whole.
      if (isComposing) return
      drawText(here, text, rich)
      putCaretAtEnd(here)
      toast.warning(texts.tooLong(most), { id: 'text-full' })
      return
    }
    known.current = written
    onChange(withText(element, part, written))
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const mod = hasMod(event)
    const key = event.key.toLowerCase()
    const keys: Record<string, (() => void) | false | undefined> = {
      escape: onDone,
      enter: !rich && onDone,
      '/': text === '' && !mod && onSlash,
      b: mod && rich && (() => toggleMark('bold')),
      i: mod && rich && (() => toggleMark('italic')),
      k: mod && rich && onLink,
    }
    const act = keys[key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div
      ref={place}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a textarea holds no bold words and no links
      role="textbox"
      tabIndex={0}
      contentEditable
      suppressContentEditableWarning
      aria-multiline={rich}
      aria-label={texts.label(builderTexts.kinds[element.type], texts[part])}
      data-writing
      translate="no"
      onInput={({ currentTarget, nativeEvent }) => write(currentTarget, nativeEvent.isComposing)}
      onCompositionEnd={({ currentTarget }) => write(currentTarget, false)}
      onKeyDown={press}
      onPaste={(event) => paste(event, rich)}
      style={{
        ...box.style,
        left: box.left * scale,
        top: box.top * scale,
        width: box.width,
        minHeight: box.height,
        transform: `scale(${scale})`,
        transformOrigin: '0 0',
      }}
      className="absolute z-10 rounded-xs wrap-anywhere whitespace-pre-wrap outline-2 outline-offset-4 outline-accent [&_a]:underline [&_p]:mb-[16px] [&_p:last-child]:mb-0"
    />
  )
}

/** What is selected in the text; undefined where nothing is. */
export function selectedRange(): Range | undefined {
  const selection = getSelection()
  const isText = selection !== null && selection.rangeCount > 0 && !selection.isCollapsed
  return isText ? selection.getRangeAt(0) : undefined
}

/** An empty address takes the link away. */
function linkRange(range: Range, link: string) {
  const node = range.commonAncestorContainer
  const here = node instanceof Element ? node : node.parentElement
  here?.closest<HTMLElement>('[data-writing]')?.focus()
  const selection = getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  document.execCommand(link === '' ? 'unlink' : 'createLink', false, link)
}

type MarkToolsProps = {
  /** What gets a link, while its address is asked for. */
  linking: Range | undefined
  pages: readonly string[]
  onLinking: (range: Range | undefined) => void
}

/** Bold, italic and link, for what is selected in the text. */
export function MarkTools({ linking, pages, onLinking }: MarkToolsProps) {
  if (linking) return <LinkField range={linking} pages={pages} onDone={() => onLinking(undefined)} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keeps what is selected while a button is pressed
    <span className="flex items-center" onMouseDown={(event) => event.preventDefault()}>
      <IconButton label={texts.bold} kbd={modKey('B')} icon={Bold} onClick={() => toggleMark('bold')} />
      <IconButton label={texts.italic} kbd={modKey('I')} icon={Italic} onClick={() => toggleMark('italic')} />
      <IconButton label={texts.link} kbd={modKey('K')} icon={Link2} onClick={() => onLinking(selectedRange())} />
    </span>
  )
}

type LinkFieldProps = { range: Range; pages: readonly string[]; onDone: () => void }

function LinkField({ range, pages, onDone }: LinkFieldProps) {
  const [link, setLink] = useState('')
  const list = useId()
  return (
    <form
      className="flex items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        linkRange(range, link.trim())
        onDone()
      }}
    >
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
        autoFocus
        aria-label={texts.linkAddress}
        placeholder={texts.linkExample}
        list={list}
        value={link}
        maxLength={500}
        onChange={(event) => setLink(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onDone()
        }}
        className="h-7 w-48"
      />
      <datalist id={list}>
        {pages.map((path) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
      </datalist>
    </form>
  )
}
