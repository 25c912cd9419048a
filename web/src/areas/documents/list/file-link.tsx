import { Link } from '@tanstack/react-router'
import type { Document } from '@throughline/contracts/documents'
import { cn } from '../../../ui/cn.ts'
import { filesSearch } from './files-search.ts'

type FileLinkProps = { document: Pick<Document, 'id' | 'name' | 'deleted_at'>; className?: string }

/** Opens it beside the list. What is in the trash is not opened. */
export function FileLink({ document: { id, name, deleted_at }, className }: FileLinkProps) {
  const shared = { translate: 'no', dir: 'auto', title: name, children: name } as const
  if (deleted_at) return <span {...shared} className={cn('text-left', className)} />
  return (
    <Link
      {...shared}
      to="/files"
      search={(old) => ({ ...filesSearch(old), file: id })}
      data-main
      className={cn('text-left', className)}
    />
  )
}
