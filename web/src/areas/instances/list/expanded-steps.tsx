import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { instanceQuery } from '../instances.api.ts'
import { spec, texts } from '../instances.texts.ts'
import { StepRail } from '../parts/step-rail.tsx'
import type { Subject } from './rights.ts'

type ExpandedStepsProps = { instanceId: string; title: string; onDelete: ((instance: Subject) => void) | undefined }

/** Under an opened row: how far it is, and what one can do with it. */
export function ExpandedSteps({ instanceId, title, onDelete }: ExpandedStepsProps) {
  const found = useQuery(instanceQuery(instanceId))
  const { data: instance } = found
  return (
    <section aria-label={texts.stepsOf(title)} className="px-4 pb-4 @min-[760px]:pl-18">
      <div className="rounded-lg border bg-board px-4 pt-2 pb-5">
        {instance && <StepRail dense steps={instance.steps} links={instance.links} />}
        {found.isPending && (
          <Loading label={texts.loadingSteps}>
            <div className="flex items-center gap-8 py-8">
              <Skeleton className="h-10 flex-1" />
              <Skeleton className="h-10 flex-1" />
              <Skeleton className="h-10 flex-1" />
            </div>
          </Loading>
        )}
        {found.isError && !instance && (
          <div role="alert" className="flex flex-wrap items-center justify-center gap-3 py-6">
            <p className="text-danger-fg">
              {spec.oneFailed}
              {serverMessageOf(found.error) && <span className="text-fg-3"> · {serverMessageOf(found.error)}</span>}
            </p>
            <Button size="sm" icon={RotateCw} busy={found.isFetching} onClick={() => void found.refetch()}>
              {texts.retry}
            </Button>
          </div>
        )}
      </div>
      <div className="mt-2.5 flex items-center gap-2">
        <Link
          to="/instances/$instanceId"
          params={{ instanceId }}
          aria-label={texts.viewDetailsOf(title)}
          className={buttonClass({ size: 'sm' })}
        >
          {texts.viewDetails}
          <ArrowRight size={14} aria-hidden className="opacity-70" />
        </Link>
        {instance?.can.edit && (
          <Link
            to="/instances/$instanceId"
            params={{ instanceId }}
            search={{ edit: true }}
            aria-label={texts.editNamed(title)}
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            <Pencil size={14} aria-hidden />
            {texts.edit}
          </Link>
        )}
        <span className="flex-1" />
        {instance?.can.remove && onDelete && (
          <Button size="sm" variant="ghost-danger" icon={Trash2} onClick={() => onDelete(instance)}>
            {spec.delete}
          </Button>
        )}
      </div>
    </section>
  )
}
