import { useLocation } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { PathLink } from '../../../shared/path-link.tsx'
import { cn } from '../../../ui/cn.ts'

/** Sample figures open nothing. */
export const DeadFigures = createContext(false)

/** This page with the panel open that shows what was counted. */
export function useFigurePath() {
  const { pathname, searchStr } = useLocation()
  return (open: string) => {
    const search = new URLSearchParams(searchStr)
    search.delete('step')
    search.set('open', open)
    return `${pathname}?${search.toString()}`
  }
}

type FigureProps = {
  /** What it counted, as `counted.ts` writes it. */
  open: string
  /** The number with its meaning, for those who hear it alone. */
  label: string
  className?: string
  children: ReactNode
}

/** A number that opens what it counted. The dots say so before the pointer does. */
export function Figure({ open, label, className, children }: FigureProps) {
  const pathOf = useFigurePath()
  const isNumber = typeof children === 'string' && !/\p{L}/u.test(children)
  const shown = isNumber ? <span translate="no">{children}</span> : children
  if (use(DeadFigures)) return <span className={className}>{shown}</span>
  return (
    <PathLink
      path={pathOf(open)}
      aria-label={label}
      data-figure={open}
      className={cn(
        'rounded-xs underline decoration-(--border-control) decoration-dotted decoration-1 underline-offset-[5px] hover:decoration-solid',
        className,
      )}
    >
      {shown}
    </PathLink>
  )
}
