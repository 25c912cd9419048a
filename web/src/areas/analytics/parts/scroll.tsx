import type { ReactNode } from 'react'

/** The page under its header; keys scroll it. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    tabIndex={0}
    aria-label={label}
    className="inset-focus @container min-w-0 flex-1 overflow-y-auto bg-board"
  >
    <div className="mx-auto max-w-[1200px] px-6 pt-4 pb-12">{children}</div>
  </section>
)
