import type { ReactNode } from 'react'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'

/** The page under its header; keys scroll it. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollRegion label={label} className="@container min-w-0 bg-board">
    <div className="mx-auto max-w-[1200px] px-6 pt-4 pb-12">{children}</div>
  </ScrollRegion>
)
