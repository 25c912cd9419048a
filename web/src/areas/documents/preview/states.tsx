import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FailedQuery, QueryFailed } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { spec, texts } from './preview.texts.ts'

/** Shaped like the paper that comes. */
export function Opening() {
  return (
    <Loading label={texts.loading} className="flex min-h-0 flex-1 justify-center overflow-hidden p-6 max-[759px]:p-3">
      <div
        data-theme="light"
        className="h-fit w-full max-w-160 space-y-4 rounded-xs bg-surface p-12 shadow-sm max-[759px]:p-6"
      >
        {['w-1/2', 'w-full', 'w-11/12', 'w-full', 'w-2/3', 'w-5/6', 'w-full', 'w-1/3'].map((width, line) => (
          <Skeleton key={`${line} ${width}`} className={`h-3 ${width}`} />
        ))}
      </div>
    </Loading>
  )
}

export function Failed({ query }: { query: FailedQuery }) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center">
      <QueryFailed query={query} title={spec.failed} />
    </div>
  )
}

export type Explanation = { icon: LucideIcon; title: string; hint?: string | undefined }

type InsteadProps = Explanation & { onDownload: (() => void) | undefined; children?: ReactNode }

/** Stands where the file would be. */
export function Instead({ icon, title, hint, onDownload, children }: InsteadProps) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center">
      <div aria-live="polite">
        <Empty
          icon={icon}
          title={title}
          hint={hint ?? (onDownload && texts.downloadHint)}
          action={
            <>
              {children}
              {onDownload && <Button onClick={onDownload}>{spec.download}</Button>}
            </>
          }
        />
      </div>
    </div>
  )
}
