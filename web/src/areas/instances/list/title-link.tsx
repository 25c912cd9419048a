import { Link } from '@tanstack/react-router'
import type { InstanceRow } from '@throughline/contracts/instances'
import { cn } from '../../../ui/cn.ts'

type TitleLinkProps = { instance: Pick<InstanceRow, 'id' | 'title' | 'deleted_at'>; className: string }

/** What is in the trash is not opened. */
export function TitleLink({ instance: { id, title, deleted_at }, className }: TitleLinkProps) {
  const shared = { translate: 'no', dir: 'auto', children: title } as const
  if (deleted_at) return <span {...shared} className="block truncate text-left" />
  return (
    <Link
      {...shared}
      to="/instances/$instanceId"
      params={{ instanceId: id }}
      data-main
      className={cn('block truncate text-left', className)}
    />
  )
}
