import type { ReactNode } from 'react'
import { can, useCurrentUser } from '../../../shared/current-user.ts'
import { cn } from '../../../ui/cn.ts'
import { spec, texts } from '../calendar.texts.ts'
import { type GridKeys, useGridKeys } from './use-grid-keys.ts'

type DayGridProps = GridKeys & { className: string; children: ReactNode }

/** The days as one table with keys, whatever its rows are. */
export function DayGrid({ className, children, ...keys }: DayGridProps) {
  const { grid, onKeyDown, onBlur } = useGridKeys(keys)
  const mayStart = can(useCurrentUser(), 'instances.manage')
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is a table with keys
      role="grid"
      tabIndex={-1}
      aria-label={spec.title}
      aria-describedby="calendar-keys"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className={cn('flex h-full flex-col outline-none', className)}
    >
      <caption id="calendar-keys" className="sr-only">
        {mayStart ? `${texts.gridKeys} ${texts.gridStarts}` : texts.gridKeys}
      </caption>
      {children}
    </table>
  )
}
