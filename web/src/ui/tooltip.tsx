import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { placeBeside, type Side } from './place-beside.ts'

const OPEN_DELAY = 350

/** Only one tooltip can be about to open. */
let pending: ReturnType<typeof setTimeout> | undefined

type AnchorProps = {
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  onPointerEnter?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onPointerLeave?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onPointerDown?: ((event: PointerEvent<HTMLElement>) => void) | undefined
  onFocus?: ((event: FocusEvent<HTMLElement>) => void) | undefined
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined
}

type TooltipProps = {
  label: string
  kbd?: string | undefined
  side?: Side
  /** The words are already the anchor's name; then they are not read twice. Default: its `aria-label` is the same. */
  repeatsName?: boolean
  /** An element that passes pointer and focus handlers on to its DOM node. */
  children: ReactElement<AnchorProps>
}

/**
 * A hint on hover and keyboard focus. It is our own because it is on every icon button of the first load, where
 * a positioning library would weigh more than all buttons together. Escape hides it; it may be hovered.
 */
export function Tooltip({ label, kbd, side = 'bottom', repeatsName, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const hide = () => {
    clearTimeout(pending)
    setAnchor(null)
  }
  const showAfter = (delay: number, element: HTMLElement) => {
    clearTimeout(pending)
    pending = setTimeout(() => setAnchor(element), delay)
  }
  const own = children.props
  const silent = repeatsName ?? own['aria-label'] === label
  const describedBy = [own['aria-describedby'], anchor && !silent && id].filter(Boolean).join(' ')
  const handlers: AnchorProps = {
    'aria-describedby': describedBy || undefined,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (event.pointerType !== 'touch') showAfter(OPEN_DELAY, event.currentTarget)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      hide()
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      hide()
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (event.target.matches(':focus-visible')) showAfter(0, event.currentTarget)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      hide()
    },
  }
  return (
    <>
      {cloneElement(children, handlers)}
      {anchor && <Bubble id={id} anchor={anchor} side={side} label={label} kbd={kbd} hidden={silent} onHide={hide} />}
    </>
  )
}

type BubbleProps = Pick<TooltipProps, 'label' | 'kbd'> & {
  id: string
  anchor: HTMLElement
  side: Side
  hidden: boolean
  onHide: () => void
}

function Bubble({ id, anchor, side, label, kbd, hidden, onHide }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bubble.current) placeBeside(bubble.current, anchor, side)
  }, [anchor, side])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onHide()
    addEventListener('keydown', onKey)
    addEventListener('scroll', onHide, true)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('scroll', onHide, true)
    }
  }, [onHide])
  return createPortal(
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      aria-hidden={hidden || undefined}
      className="pointer-events-none fixed top-0 left-0 z-(--z-tooltip) flex max-w-72 items-center gap-2 rounded-sm bg-inverse px-2 py-1 text-xs text-fg-inverse shadow-md"
    >
      {label}
      {kbd && <span className="opacity-70">{kbd}</span>}
    </div>,
    document.body,
  )
}
