import { cn } from '../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { texts } from '../members.texts.ts'
import { columns } from './members-table.tsx'

const ROWS = Array.from({ length: 14 }, (_, row) => row)
const shades = ['opacity-100', 'opacity-90', 'opacity-75', 'opacity-60', 'opacity-45', 'opacity-30', 'opacity-20']
const names = ['w-24', 'w-32', 'w-28', 'w-36', 'w-20']

/** Keeps the table's columns, so that nothing moves when the rows arrive. */
export function MembersLoading({ selectable }: { selectable: boolean }) {
  return (
    <Loading label={texts.loading} className="@container min-h-0 flex-1 overflow-hidden">
      <table aria-hidden className="w-full table-fixed border-separate border-spacing-0 text-left text-sm">
        <thead>
          <tr className="h-9">
            {selectable && (
              <td className="w-10 border-b bg-surface-2 pl-4">
                <Skeleton className="size-4" />
              </td>
            )}
            {columns.map(({ key, header, width, align, className }) => (
              <th
                key={key}
                style={{ width }}
                className={cn(
                  'border-b bg-surface-2 px-(--cell-pad-x) text-xs font-medium text-fg-3 first:pl-4 last:pr-4',
                  align === 'end' && 'text-right',
                  className,
                )}
              >
                <span>{header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row} className={cn('h-(--row-height)', shades[Math.floor(row / 2)])}>
              {selectable && (
                <td className="border-b pl-4">
                  <Skeleton className="size-4" />
                </td>
              )}
              {columns.map(({ key, className }) => (
                <td key={key} className={cn('border-b px-(--cell-pad-x) first:pl-4 last:pr-4', className)}>
                  {key === 'name' ? (
                    <span className="flex items-center gap-2.5">
                      <Skeleton round className="size-6" />
                      <Skeleton round className={cn('h-2.5', names[row % names.length])} />
                    </span>
                  ) : (
                    <Skeleton round className={cn('h-2.5', key === 'actions' ? 'ml-auto w-6' : 'w-2/3')} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Loading>
  )
}
