import { type ReactNode, useId } from 'react'

/** One part of the settings of a start. */
export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b p-4 last:border-b-0">
      <div className="mb-2.5 flex min-h-6 items-center gap-2">
        <h3 id={id} className="flex-1 text-sm font-medium">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}
