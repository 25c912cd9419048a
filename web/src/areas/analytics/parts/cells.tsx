import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'

type HeadProps = { right?: boolean; className?: string; sort?: 'ascending' | 'descending'; children: ReactNode }

export const Head = ({ right, className, sort, children }: HeadProps) => (
  <th
    scope="col"
    aria-sort={sort}
    className={cn(
      'h-8 px-3 text-xs font-medium whitespace-nowrap text-fg-3 first:pl-4 last:pr-4',
      right ? 'text-right' : 'text-left',
      className,
    )}
  >
    {children}
  </th>
)

/** Every row of a table of figures. */
export const rowClass = 'h-9 hover:bg-surface-2 *:border-t *:px-3 [&>:first-child]:pl-4 [&>:last-child]:pr-4'
export const numberCell = 'tnum text-right'

/** The name of a row: people's own words. */
export const RowName = ({ children, className }: { children: ReactNode; className?: string }) => (
  <th scope="row" translate="no" className={cn('max-w-64 truncate text-left font-medium', className)}>
    {children}
  </th>
)

type FigureTableProps = { caption: string; head: ReactNode; className?: string; children: ReactNode }

/** A table of figures in a card, with its heads and rows. */
export const FigureTable = ({ caption, head, className, children }: FigureTableProps) => (
  <div className={cn('overflow-x-auto', className)}>
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** The workflow of a row that something else names. */
export const WorkflowCell = ({ children }: { children: string }) => (
  <td translate="no" className="max-w-40 truncate text-fg-2">
    {children}
  </td>
)
