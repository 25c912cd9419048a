import { cloneElement, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fetchPart } from '../../ui/lazy-part.ts'
import { signal, useSignal } from '../signal.ts'
import { whenIdle } from '../use-late.ts'
import type * as Menus from './menus.tsx'

type TriggerProps = {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onClick?: () => void
  onPointerEnter?: () => void
  /** Of the workspace, once the menu knows it. */
  logo?: string | undefined
}

const menus = signal<typeof Menus | undefined>(undefined)
const load = () => void fetchPart(() => import('./menus.tsx')).then((module) => menus.set(module))

/** A menu button that works at once although menus are loaded when the page is idle, or when first wanted. */
export function IdleMenu({ name, trigger }: { name: keyof typeof Menus; trigger: ReactElement<TriggerProps> }) {
  const loaded = useSignal(menus)
  const [wanted, setWanted] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => whenIdle(load), [])
  // The real menu brings its own button: it takes over the focus of the one it replaces.
  useLayoutEffect(() => {
    if (loaded && hadFocus.current) place.current?.querySelector('button')?.focus()
    hadFocus.current = false
  }, [loaded])

  const Menu = loaded?.[name]
  const open = () => {
    setWanted(true)
    load()
  }
  return (
    <span
      ref={place}
      className="contents"
      onFocus={() => {
        hadFocus.current = !loaded
      }}
      onBlur={() => {
        hadFocus.current = false
      }}
    >
      {Menu ? (
        <Menu trigger={trigger} defaultOpen={wanted} />
      ) : (
        cloneElement(trigger, {
          'aria-haspopup': 'menu',
          'aria-expanded': false,
          onClick: open,
          onPointerEnter: load,
        })
      )}
    </span>
  )
}
