import { useRouter } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../auth.texts.ts'

type AuthTitleProps = {
  title: string
  icon?: LucideIcon
  /** Takes the focus, because it has replaced what had it. */
  focus?: boolean
  children?: ReactNode
}

export function AuthTitle({ title, icon: Icon, focus = false, children }: AuthTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  // A long address in the sentence would leave balanced lines half empty.
  const wrap = typeof children === 'string' ? 'text-balance' : 'text-pretty'
  return (
    <div className="mb-7">
      {Icon && (
        <span aria-hidden className="mb-5 grid size-12 place-items-center rounded-xl bg-accent-subtle text-accent-text">
          <Icon size={22} strokeWidth={1.8} />
        </span>
      )}
      <h1 ref={heading} tabIndex={-1} className="text-2xl tracking-(--track-tighter) text-balance outline-none">
        {title}
      </h1>
      {children && <p className={cn('mt-1.5 text-md text-fg-2', wrap)}>{children}</p>}
    </div>
  )
}

/** A sentence with one part of it made to stand out: an address, a name. */
export function Emphasis({ text, part }: { text: string; part: string }) {
  const at = text.indexOf(part)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span translate="no" className="font-medium break-words text-fg">
        {part}
      </span>
      {text.slice(at + part.length)}
    </>
  )
}

/** For an address whose pages are called differently: takes the place of the route's own title. */
export function usePageTitle(title: string) {
  const router = useRouter()
  useEffect(() => {
    const name = () => {
      document.title = texts.pageTitle(title)
    }
    name()
    return router.subscribe('onRendered', name)
  }, [router, title])
}
