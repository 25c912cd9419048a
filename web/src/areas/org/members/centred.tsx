import type { ReactNode } from 'react'

/** In the middle of where the list would be. */
export function Centred({ children }: { children: ReactNode }) {
  return <div className="grid flex-1 place-items-center pb-24">{children}</div>
}

/** Said aloud when it comes, as after a search without a match. */
export function Announced({ children }: { children: ReactNode }) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
  return <div role="status">{children}</div>
}
