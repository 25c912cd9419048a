import type { ReactNode } from 'react'

type SectionProps = {
  title: string
  count?: number
  action?: ReactNode
  /** What it is can be seen without its name. */
  quiet?: boolean
  children: ReactNode
}

export function Section({ title, count, action, quiet, children }: SectionProps) {
  if (quiet)
    return (
      <section>
        <h3 className="sr-only">{title}</h3>
        {children}
      </section>
    )
  return (
    <section>
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <h3 className="text-sm font-medium text-fg-2">{title}</h3>
        {count !== undefined && (
          <span translate="no" className="tnum text-sm text-fg-3">
            {count}
          </span>
        )}
        <span className="flex-1" />
        {action}
      </div>
      {children}
    </section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="flex min-h-7 items-center text-fg-3">{name}</dt>
      <dd className="flex min-h-7 min-w-0 items-center gap-1.5">{children}</dd>
    </>
  )
}
