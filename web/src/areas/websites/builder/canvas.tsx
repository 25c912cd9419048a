import type { WebsiteElement, WebsitePage } from '@throughline/contracts/website-content'
import { ArrowDown, ArrowUp, ChevronDown, Copy, Ellipsis, GripVertical, Plus, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuChoices } from '../../../ui/menu-items.tsx'
import { spec, texts } from '../builder.texts.ts'
import { type ElementKeys, pressElementKey } from './element-keys.ts'
import { isRich, KIND_ICONS, WRITTEN_PARTS } from './element-kinds.ts'
import { AddMenu, MoveMenu, type MoveMenuProps } from './element-menus.tsx'
import { type Box, PageFrame, type Rect } from './page-frame.tsx'
import { MarkTools, selectedRange, TextEditor, type Writing } from './text-editor.tsx'
import type { ElementActs } from './use-element-acts.ts'
import { dragOf, useElementDrop } from './use-element-drop.ts'

/** How much of a width there is for the page, as it is resized. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}

export type CanvasProps = {
  html: string
  /** At this width the page is laid out; it is scaled down to fit, never up. */
  width: number
  onScale: (scale: number) => void
  elements: readonly WebsiteElement[]
  /** Undefined where nothing can be edited. */
  tools: CanvasTools | undefined
}

export type CanvasTools = {
  keys: ElementKeys
  otherPages: readonly WebsitePage[]
  /** Addresses of the website's pages, which links may lead to. */
  paths: readonly string[]
  writing: Writing | undefined
  onWrite: (writing: Writing | undefined) => void
  /** The keyboard goes on in the list of elements. */
  onLeave: () => void
}

export function Canvas({ html, width, onScale, elements, tools }: CanvasProps) {
  const { place, width: room } = useWidth()
  const [boxes, setBoxes] = useState<Box[]>([])
  const scale = room === 0 ? 1 : Math.min(1, room / width)
  useEffect(() => onScale(scale), [onScale, scale])
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-board p-6">
      <div ref={place} className="relative mx-auto" style={{ maxWidth: width }}>
        <div className="relative mx-auto" style={{ width: width * scale }}>
          <div className="overflow-hidden rounded-md border bg-white shadow-sm">
            <PageFrame html={html} title={texts.canvas} width={width} scale={scale} onMeasured={setBoxes} />
          </div>
          {tools && <Overlay boxes={boxes} scale={scale} elements={elements} tools={tools} paper={width * scale} />}
          {elements.length === 0 && <EmptyPage />}
        </div>
      </div>
    </div>
  )
}

type OverlayProps = {
  boxes: readonly Box[]
  scale: number
  /** How wide the page is on the screen. */
  paper: number
  elements: readonly WebsiteElement[]
  tools: CanvasTools
}

/** The text at the point that was pressed, else the first one. */
function writingAt({ id, texts: parts }: Box, scale: number, event: MouseEvent<HTMLElement>, box: Box): Writing {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  const y = (event.clientY - top) / scale + box.top
  const found = parts.find((one) => y >= one.top && y <= one.top + one.height) ?? parts[0]
  // By the keyboard a button is pressed at no point.
  const isPoint = event.clientX > left || event.clientY > top
  return {
    id,
    part: found?.part ?? 'content',
    ...(isPoint && { point: { x: event.clientX, y: event.clientY } }),
  }
}

/** Selection, toolbar and writing, over the frame in which nothing runs. */
function Overlay({ boxes, scale, paper, elements, tools }: OverlayProps) {
  const { keys, writing, onWrite } = tools
  const { selected, onSelect, acts } = keys
  const drop = useElementDrop(elements, acts)
  const chosen = boxes.find(({ id }) => id === selected)
  const element = elements.find(({ id }) => id === selected)
  const press = (box: Box, event: MouseEvent<HTMLElement>) => {
    if (box.id === selected && box.texts.length > 0) onWrite(writingAt(box, scale, event, box))
    else onSelect(box.id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the list beside the page has the same keys
    <div
      data-canvas
      className="absolute inset-0"
      onKeyDown={(event) => pressElementKey(event, keys)}
      {...drop.target()}
    >
      {boxes.map((box) => (
        // The listbox beside the page is the same for keyboards and screen readers.
        <button
          key={box.id}
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          data-box={box.id}
          onClick={(event) => press(box, event)}
          {...dragOf({ element: box.id })}
          {...drop.target(box.id)}
          style={placed(box, scale)}
          className={cn(
            'absolute cursor-pointer rounded-sm',
            box.id === selected ? 'ring-2 ring-accent' : 'hover:ring-1 hover:ring-accent',
          )}
        />
      ))}
      <DropLine after={drop.after} boxes={boxes} scale={scale} />
      {chosen && element && (
        <Selected key={chosen.id} {...{ box: chosen, element, scale, paper, elements, tools }} writing={writing} />
      )}
    </div>
  )
}

const placed = ({ left, top, width, height }: Rect, scale: number) => ({
  left: left * scale,
  top: top * scale,
  width: width * scale,
  height: Math.max(height * scale, 8),
})

function DropLine({ after, boxes, scale }: { after: string | null | undefined; boxes: readonly Box[]; scale: number }) {
  if (after === undefined) return null
  const box = boxes.find(({ id }) => id === after) ?? boxes[0]
  if (!box) return null
  const top = (after === null ? box.top : box.top + box.height) * scale - 1
  return <div className="pointer-events-none absolute inset-x-2 h-0.5 rounded-full bg-accent" style={{ top }} />
}

type SelectedProps = Omit<OverlayProps, 'boxes'> & { box: Box; element: WebsiteElement; writing: Writing | undefined }

/** Toolbar, "+" and the text that is written; the writing ends when the focus leaves all of them. */
function Selected({ box, element, scale, paper, elements, tools, writing }: SelectedProps) {
  const { keys, otherPages, paths, onWrite } = tools
  const [linking, setLinking] = useState<Range>()
  const here = writing?.id === element.id ? writing : undefined
  const text = here && box.texts.find(({ part }) => part === here.part)
  const add = (type: WebsiteElement['type']) => keys.acts.add(type, element.id)
  const stop = () => {
    setLinking(undefined)
    onWrite(undefined)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only notices that the focus has left
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (here && relatedTarget && !currentTarget.contains(relatedTarget)) stop()
      }}
    >
      {here && text && (
        <TextEditor
          key={here.part}
          element={element}
          writing={here}
          box={text}
          scale={scale}
          onChange={keys.acts.change}
          onDone={() => {
            stop()
            tools.onLeave()
          }}
          onSlash={() => {
            stop()
            keys.onMenu('add')
          }}
          onLink={() => setLinking(selectedRange())}
        />
      )}
      <Toolbar box={box} scale={scale} paper={paper} {...{ element, elements, otherPages }} acts={keys.acts}>
        {here && isRich(element, here.part) && <MarkTools linking={linking} pages={paths} onLinking={setLinking} />}
      </Toolbar>
      <span
        className="absolute z-10 -translate-1/2"
        style={{ left: (box.left + box.width / 2) * scale, top: (box.top + box.height) * scale }}
      >
        <AddMenu
          onAdd={add}
          trigger={
            <button
              type="button"
              tabIndex={-1}
              aria-label={texts.addBelow}
              className="grid size-6 place-items-center rounded-full bg-accent text-on-accent shadow-sm"
            >
              <Plus size={14} aria-hidden />
            </button>
          }
        />
      </span>
    </div>
  )
}

const TOOLBAR_HEIGHT = 38
const TOOLBAR_WIDTH = 330

type ToolbarProps = MoveMenuProps & { box: Box; scale: number; paper: number; children: ReactNode }

/** Above the element, or below where there is no room. It keeps its size at any zoom. */
function Toolbar({ box, scale, paper, element, elements, otherPages, acts, children }: ToolbarProps) {
  const above = box.top * scale - TOOLBAR_HEIGHT - 6
  const top = above >= 0 ? above : (box.top + box.height) * scale + 16
  const left = Math.max(Math.min(box.left * scale, paper - TOOLBAR_WIDTH), 4)
  const Icon = KIND_ICONS[element.type]
  return (
    <div
      style={{ top, left }}
      className="absolute z-20 flex w-max items-center gap-0.5 rounded-md border bg-overlay px-1 py-1 text-sm shadow-md"
    >
      <span {...dragOf({ element: element.id })} className="cursor-grab px-1 text-fg-3" title={texts.drag}>
        <GripVertical size={14} aria-hidden />
      </span>
      <span className="flex items-center gap-1.5 pr-1 font-medium">
        <Icon size={14} aria-hidden className="text-fg-3" />
        {texts.kinds[element.type]}
      </span>
      {element.type === 'heading' && <LevelMenu element={element} onChange={acts.change} />}
      {children}
      <span aria-hidden className="mx-1 h-5 w-px bg-line" />
      <IconButton label={texts.moveUp} icon={ArrowUp} onClick={() => acts.move(element.id, -1)} />
      <IconButton label={texts.moveDown} icon={ArrowDown} onClick={() => acts.move(element.id, 1)} />
      <IconButton label={texts.duplicate} icon={Copy} onClick={() => acts.duplicate(element.id)} />
      <IconButton label={texts.delete} icon={Trash2} onClick={() => acts.remove(element.id)} />
      <MoveMenu
        {...{ element, elements, otherPages, acts }}
        trigger={<IconButton label={texts.moving.menu} icon={Ellipsis} />}
      />
    </div>
  )
}

const LEVELS = [1, 2, 3, 4, 5, 6].map((level) => ({ value: String(level), label: texts.levelOf(level) }))

type LevelMenuProps = { element: Extract<WebsiteElement, { type: 'heading' }>; onChange: ElementActs['change'] }

function LevelMenu({ element, onChange }: LevelMenuProps) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={texts.level}
          className="flex h-7 items-center gap-0.5 rounded-sm px-1.5 text-xs text-fg-2 hover:bg-surface-3"
        >
          H{element.level}
          <ChevronDown size={12} aria-hidden />
        </button>
      }
    >
      <MenuChoices
        value={String(element.level)}
        items={LEVELS}
        onChange={(level) => onChange({ ...element, level: Number(level) })}
      />
    </Menu>
  )
}

/** Between header and footer of the page, whose paper is white in both themes. */
const EmptyPage = () => (
  <p className="pointer-events-none absolute inset-x-8 top-24 rounded-md border border-dashed border-neutral-500 bg-white px-6 py-8 text-center text-md text-neutral-700">
    {spec.emptyPage}
  </p>
)

/** Where writing begins; undefined where the element has no text on the page. */
export const firstWriting = ({ id, type }: WebsiteElement): Writing | undefined => {
  const [part] = WRITTEN_PARTS[type]
  return part && { id, part }
}
