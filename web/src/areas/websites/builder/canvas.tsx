import type { WebsiteElement } from '@throughline/contracts/website-content'
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { spec, texts } from '../builder.texts.ts'
import { type Box, PageFrame } from './page-frame.tsx'
import type { ElementActs } from './use-element-acts.ts'

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

type CanvasProps = {
  html: string
  /** At this width the page is laid out; it is scaled down to fit, never up. */
  width: number
  elements: readonly WebsiteElement[]
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Undefined where nothing can be edited. */
  acts: ElementActs | undefined
}

export function Canvas({ html, width, elements, selected, onSelect, acts }: CanvasProps) {
  const { place, width: room } = useWidth()
  const [boxes, setBoxes] = useState<Box[]>([])
  const scale = room === 0 ? 1 : Math.min(1, room / width)
  const chosen = boxes.find(({ id }) => id === selected)
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-board p-6">
      <div ref={place} className="relative mx-auto" style={{ maxWidth: width }}>
        <div
          className="relative mx-auto overflow-hidden rounded-md border bg-white shadow-sm"
          style={{ width: width * scale }}
        >
          <PageFrame html={html} title={texts.canvas} width={width} scale={scale} onMeasured={setBoxes} />
          {elements.length === 0 && <EmptyPage />}
          {acts &&
            boxes.map((box) => (
              // The listbox beside the page is the same for keyboards and screen readers.
              <button
                key={box.id}
                type="button"
                tabIndex={-1}
                aria-hidden="true"
                data-box={box.id}
                onClick={() => onSelect(box.id)}
                style={placed(box, scale)}
                className={cn(
                  'absolute cursor-pointer rounded-sm',
                  box.id === selected ? 'ring-2 ring-accent' : 'hover:ring-1 hover:ring-accent',
                )}
              />
            ))}
          {acts && chosen && <Toolbar box={chosen} scale={scale} acts={acts} />}
        </div>
      </div>
    </div>
  )
}

const placed = ({ left, top, width, height }: Box, scale: number) => ({
  left: left * scale,
  top: top * scale,
  width: width * scale,
  height: Math.max(height * scale, 8),
})

const TOOLBAR_HEIGHT = 36

/** Above the element, or below where there is no room. */
function Toolbar({ box, scale, acts }: { box: Box; scale: number; acts: ElementActs }) {
  const above = box.top * scale - TOOLBAR_HEIGHT - 4
  const top = above >= 0 ? above : (box.top + box.height) * scale + 4
  return (
    <div
      style={{ top, left: Math.max(box.left * scale, 8) }}
      className="absolute flex items-center gap-0.5 rounded-md border bg-surface px-1 py-0.5 shadow-sm"
    >
      <IconButton label={texts.moveUp} icon={ArrowUp} onClick={() => acts.move(box.id, -1)} />
      <IconButton label={texts.moveDown} icon={ArrowDown} onClick={() => acts.move(box.id, 1)} />
      <IconButton label={texts.duplicate} icon={Copy} onClick={() => acts.duplicate(box.id)} />
      <IconButton label={texts.delete} icon={Trash2} onClick={() => acts.remove(box.id)} />
    </div>
  )
}

/** Between header and footer of the page, whose paper is white in both themes. */
const EmptyPage = () => (
  <p className="pointer-events-none absolute inset-x-8 top-24 rounded-md border border-dashed border-neutral-500 bg-white px-6 py-8 text-center text-md text-neutral-700">
    {spec.emptyPage}
  </p>
)
