import type { ReactNode } from 'react'

/** Names and values, two beside each other where there is room. */
export function Facts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-5 gap-y-4 p-5 @md:grid-cols-2">
      {items.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-fg-3">{name}</dt>
          <dd className="mt-0.5 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
