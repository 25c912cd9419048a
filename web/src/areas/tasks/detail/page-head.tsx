import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { Task } from '@throughline/contracts/tasks'
import { ArrowLeft, ListTree, Pencil } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { CopyLink } from './copy-link.tsx'
import { spec, texts } from './detail.texts.ts'
import type { Edit } from './use-edit.ts'

/** Where one came from; for whoever came by a link, the list. */
function useWayBack(): () => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return useCallback(() => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/all-tasks' })
  }, [router, canGoBack])
}

type PageHeadProps = { task: Task | undefined; edit: Edit; onCancel: () => void }

export function PageHead({ task, edit, onCancel }: PageHeadProps) {
  const back = useWayBack()
  const mayEdit = Boolean(task?.can.edit) && !edit.editing
  const { start } = edit
  usePageKeys(
    useMemo(
      () => [
        { key: 'Escape', label: spec.back, act: back },
        ...(mayEdit ? [{ key: 'e', label: spec.edit, act: start }] : []),
      ],
      [back, mayEdit, start],
    ),
  )
  return (
    <div className="flex shrink-0 items-center gap-3 border-b py-2.5 pr-4 pl-3">
      <IconButton
        label={spec.back}
        kbd="Escape"
        icon={ArrowLeft}
        size="lg"
        onClick={back}
        className="max-[759px]:size-11"
      />
      <div className="min-w-0 flex-1">
        <p translate="no" className="tnum min-h-4 text-xs text-fg-3">
          {task?.key}
        </p>
        <h1
          tabIndex={-1}
          translate={task ? 'no' : undefined}
          className="truncate text-lg leading-snug outline-none max-[759px]:line-clamp-2 max-[759px]:whitespace-normal"
        >
          {task?.name ?? texts.task}
        </h1>
      </div>
      {task && <CopyLink taskId={task.id} />}
      {task?.task_type === 'automated' && (
        <Link
          to="/instances/$instanceId"
          params={{ instanceId: task.workflow_instance }}
          search={{ tab: 'trace' }}
          className={buttonClass({ className: 'max-[759px]:hidden' })}
        >
          <ListTree size={15} strokeWidth={1.9} aria-hidden className="-ml-0.5" />
          {texts.openTrace}
        </Link>
      )}
      {mayEdit && (
        <Button icon={Pencil} kbd="E" onClick={start} className="max-[759px]:h-11">
          {spec.edit}
        </Button>
      )}
      {edit.editing && (
        <>
          <Button onClick={onCancel}>{spec.cancel}</Button>
          <Button variant="primary" busy={edit.busy} onClick={() => void edit.save()}>
            {spec.save}
          </Button>
        </>
      )}
    </div>
  )
}
