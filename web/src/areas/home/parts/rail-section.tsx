import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { texts } from './rail.texts.ts'

type RailSectionProps = {
  title: string
  /** Where the rest of it stands, if there is such a list. */
  all?: LinkProps
  children: ReactNode
}

export function RailSection({ title, all, children }: RailSectionProps) {
  return (
    <section aria-label={title}>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-xs font-medium tracking-normal text-fg-3">{title}</h2>
        {all && (
          <Link
            {...all}
            aria-label={texts.viewAllOf(title)}
            className={cn(quietLinkClass, 'inline-flex items-center text-xs max-[759px]:min-h-11')}
          >
            {texts.viewAll}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
